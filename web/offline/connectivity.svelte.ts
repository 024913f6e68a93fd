/** Whether there is anybody to ask: a page from a plain file server has no server at all, any other may be out of reach. */

/** What the static site says in its head. */
const served = document.querySelector('meta[name="ludotheque-server"][content="none"]') === null;

export const connectivity = $state({
  /** Whether this page came from a server that keeps tables. */
  served,
  /** Whether it can be reached, as far as is known. */
  reachable: served && navigator.onLine,
});

/** Note whether the server has answered. */
export function setReachable(answered: boolean): void {
  connectivity.reachable = served && answered;
}

addEventListener("offline", () => setReachable(false));
addEventListener("online", () => setReachable(true));
