# The gateway, for many clients: docker build -t toolfit . && docker run -p 8788:8788 -e GEMINI_API_KEY -e TOOLFIT_CLIENT_KEYS toolfit
# docs/guide/gateway.md has the variables. It listens on all addresses, so it needs a key of Gemini or TOOLFIT_OFFLINE=1, and client keys
# or TOOLFIT_OPEN=1.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY scripts ./scripts
COPY src ./src
RUN node scripts/build.mjs --quiet
# What runs needs no compiler, no tests and no client of MCP; that of Redis, an option elsewhere, is there for REDIS_URL. The lockfile
# has its version.
RUN redis=$(node -p "require('./package.json').devDependencies.redis") \
  && npm pkg delete devDependencies peerDependencies peerDependenciesMeta \
  && npm pkg set "dependencies.redis=$redis" \
  && rm -rf node_modules \
  && npm install --no-audit --no-fund

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production TOOLFIT_HOST=0.0.0.0 PORT=8788
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 8788
# Alive, not ready: a restart does not end an outage of Gemini or Redis. /readyz is for load balancers.
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that SIGTERM reaches it and answers under way are finished.
ENTRYPOINT ["node", "dist/cli/main.js", "serve"]
CMD ["--json"]
