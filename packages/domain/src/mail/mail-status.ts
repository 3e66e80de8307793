/** State of the connection to the mail server. `checking`: the check is running, request again. */
export type MailStatus =
  | { readonly state: 'absent' | 'checking' | 'ok' }
  | { readonly state: 'failed'; readonly reason: string };
