import { parseUrl } from '../../core/parse-url.ts'
import { RefusedRequest } from '../refused-request.ts'

/** What a project at Google holds, and a request can name. */
export const projectResources = ['files', 'storage', 'caches'] as const

/**
 * A kind of resource of the operator's project: `files` of the Files API (`files/…`), objects in Cloud `storage` (`gs://…`), and `caches` of
 * content (`cachedContents/…`). Gemini reads them with the permissions of the gateway's key, whoever names them.
 */
export type ProjectResource = (typeof projectResources)[number]

/** Which resources of the project clients may name. */
export interface ResourceAccess {
  /** @throws RefusedRequest where clients may not name resources of this kind. */
  check(kind: ProjectResource, param: string): void
  /** The same for a URL, which may be of any site. */
  checkUrl(url: string, param: string): void
}

/** Google's APIs of models, in any region. Other hosts of Google are read as anybody reads them. */
const googleApi = /(?:^|[.-])(?:generativelanguage|aiplatform|cloudcode-pa)(?:\.[\w-]+)*\.googleapis\.com$/

const names: Readonly<Record<ProjectResource, string>> = {
  files: 'files of the Files API (files/…)',
  storage: 'objects in Cloud Storage (gs://…)',
  caches: 'cached content (cachedContents/…)',
}

/** `baseURL` is where Gemini is reached: files there are the project's, too. */
export function createResourceAccess(
  allowed: readonly ProjectResource[] = [],
  baseURL: string | undefined = undefined,
): ResourceAccess {
  const own = baseURL === undefined ? undefined : parseUrl(baseURL)
  const ownHost = own && hostOf(own)
  const check: ResourceAccess['check'] = (kind, param) => {
    if (!allowed.includes(kind)) throw notAllowed(kind, param)
  }
  return {
    check,
    checkUrl(text, param) {
      // As the platform reads it: schemes and hosts can be written in many ways.
      const url = new URL(text)
      if (url.protocol === 'gs:') check('storage', param)
      else if (googleApi.test(hostOf(url)) || hostOf(url) === ownHost) check('files', param)
    },
  }
}

/** Looking behind keeps it linear: a run of dots in the middle is read once, and not from each of them. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/(?<!\.)\.+$/, '')
}

function notAllowed(kind: ProjectResource, param: string): RefusedRequest {
  const message = `Invalid '${param}': clients of this gateway may not name ${names[kind]}, because Gemini would read them with the permissions of the gateway. Send the data itself. The operator can allow it: --allow-resource ${kind} (allowResources).`
  return new RefusedRequest({ message, param, code: 'resource_not_allowed', statusCode: 403 })
}
