/** Kinds of electronic fiscal documents (e-CF) by their code. */
export const ecfTypes = {
  31: 'Factura de Crédito Fiscal Electrónica',
  32: 'Factura de Consumo Electrónica',
  33: 'Nota de Débito Electrónica',
  34: 'Nota de Crédito Electrónica',
  41: 'Comprobante Electrónico de Compras',
  43: 'Comprobante Electrónico para Gastos Menores',
  44: 'Comprobante Electrónico para Regímenes Especiales',
  45: 'Comprobante Electrónico Gubernamental',
  46: 'Comprobante Electrónico para Exportaciones',
  47: 'Comprobante Electrónico para Pagos al Exterior',
} as const;

export type EcfType = keyof typeof ecfTypes;

/** In the order of the columns of the format's tables. */
export const ecfTypeCodes: readonly EcfType[] = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47];

/**
 * The type of an e-NCF.
 *
 * @example ecfTypeOf('E310000000012') // 31
 */
export const ecfTypeOf = (encf: string): EcfType => Number(encf.slice(1, 3)) as EcfType;

/** An element of a document: its name and its text or children, in order. */
export type EcfNode = readonly [name: string, content: string | readonly EcfNode[]];

/** The first descendant with this path of names; undefined if there is none. */
export const findNode = ([, content]: EcfNode, path: string): EcfNode | undefined => {
  const [name, ...rest] = path.split('/');
  if (typeof content === 'string') return undefined;
  const found = content.find(([own]) => own === name);
  return found === undefined || rest.length === 0 ? found : findNode(found, rest.join('/'));
};

/** Text of a descendant; undefined if there is none. */
export const textOf = (node: EcfNode, path: string): string | undefined => {
  const content = findNode(node, path)?.[1];
  return typeof content === 'string' ? content : undefined;
};
