/** Kinds of lines that are sold (domain §1.4). */
export const lineKinds = {
  airtime: 'Pauta',
  package: 'Paquete',
  sponsorship: 'Patrocinio',
  bonus: 'Bonificación',
  production: 'Producción',
  service: 'Servicio',
} as const;

export type LineKind = keyof typeof lineKinds;

/** Kinds that take units of a space on days; the others are sold by the piece. */
export const spaceKinds: readonly string[] = ['airtime', 'sponsorship', 'bonus'] satisfies LineKind[];

/** Kinds that are sold by the piece, with their number of units. */
export const pieceKinds: readonly string[] = ['package', 'production', 'service'] satisfies LineKind[];

/** Kinds with a price; a bonus uses capacity and costs nothing. */
export const paidKinds: readonly string[] = Object.keys(lineKinds).filter((kind) => kind !== 'bonus');
