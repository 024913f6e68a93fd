/** Who sits at this device: a guest, known by a cookie that no script can read. */
import { api } from "./http";
import type { Me } from "../messages";
import { say } from "../locale/fluent.svelte";

export const guest: { me: Me | null } = $state({ me: null });

/** Who I am, if the server knows me. */
export async function loadGuest(): Promise<Me | null> {
  const found = await api.me();
  guest.me = found.guest === null ? null : found;
  return guest.me;
}

/** Be somebody: by the name given, by the one I have, or as a nameless guest. */
export async function ensureGuest(name?: string): Promise<Me> {
  const known = guest.me ?? (await loadGuest());
  if (!known) guest.me = await api.becomeGuest(name ?? say("guest-name"));
  else if (name && name !== known.name) guest.me = await api.rename(name);
  return guest.me!;
}
