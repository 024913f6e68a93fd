/** A request that was refused: the server's code and detail, `unreachable`, or `no_server`. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly detail: Record<string, unknown> = {},
    readonly incident: string | null = null,
  ) {
    super(message);
  }
}
