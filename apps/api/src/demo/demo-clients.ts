/** Clients of the demonstration; all other numbers are proportional. */
export const demoClients = 300;
