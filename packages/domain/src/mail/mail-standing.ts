/** How the connection to the mail server is. `checking`: it is being tried, ask again. */
export type MailStanding =
  | { readonly state: 'absent' | 'checking' | 'ok' }
  | { readonly state: 'failed'; readonly reason: string };
