/** The minimum length of a passphrase; the server's `auth.MIN_PASSPHRASE`. */
export const MIN_PASSPHRASE = 12;
