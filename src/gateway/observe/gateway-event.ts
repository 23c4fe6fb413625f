/** What whoever runs a gateway should know, and no single request says. It has neither keys nor prompts. */
export type GatewayEvent =
  /** A model failed too often, and is not asked for a while. */
  | { readonly type: 'circuit-opened'; readonly model: string }
  /** It answers again. */
  | { readonly type: 'circuit-closed'; readonly model: string }
  /** Gemini ended an answer for a reason that this version does not know. Told once for each. */
  | { readonly type: 'finish-reason-unknown'; readonly reason: string }
