/** The guest at this device, identified by a cookie that scripts cannot read. */
import { api } from "./http";
import type { Me } from "../messages";
import { say } from "../locale/fluent.svelte";

export const guest: { me: Me | null } = $state({ me: null });

/** The guest that the server knows by the cookie, or null. */
export async function loadGuest(): Promise<Me | null> {
  const found = await api.me();
  guest.me = found.guest === null ? null : found;
  return guest.me;
}

/** Make sure that this device has a guest, renamed to `name` if one is given. */
export async function ensureGuest(name?: string): Promise<Me> {
  const known = guest.me ?? (await loadGuest());
  if (!known) guest.me = await api.becomeGuest(name ?? say("guest-name"));
  else if (name && name !== known.name) guest.me = await api.rename(name);
  return guest.me!;
}

/** Whether the guest at this device, if there is one, has not chosen a name yet. */
export function isUnnamed(): boolean {
  return guest.me === null || guest.me.name === say("guest-name");
}
