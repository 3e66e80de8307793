/** Signs that a registration may be spam; none of them is decisive by itself. */
export const spamSigns = {
  hidden_field: 'Llenó el campo oculto, que las personas no ven',
  links: 'Lleva enlaces en textos que no los piden',
  repeated_email: 'Varios registros con el mismo correo',
  repeated_domain: 'Muchos registros del mismo dominio de correo',
  repeated_network: 'Muchos registros desde la misma red',
} as const;

/** A sign by its stored name. */
export type SpamSign = keyof typeof spamSigns;
