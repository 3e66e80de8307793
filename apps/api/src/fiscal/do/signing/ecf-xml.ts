import type { EcfNode } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const element = ([name, content]: EcfNode): string => {
  const inner =
    typeof content === 'string'
      ? content.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
      : content.map(element).join('');
  return `<${name}>${inner}</${name}>`;
};

/**
 * A document as XML in UTF-8, on one line: white space between elements would be signed, and lost on the way. Written
 * here because these documents have only elements and text, and xmlbuilder2 leaves `&A;` in a text as it is, so that the
 * name of a client could make the XML invalid.
 *
 * @example ecfXml(['ECF', [['FechaHoraFirma', '05-10-2026 12:30:00']]])
 * // '<?xml version="1.0" encoding="UTF-8"?><ECF><FechaHoraFirma>05-10-2026 12:30:00</FechaHoraFirma></ECF>'
 */
export const ecfXml = (node: EcfNode): string => `<?xml version="1.0" encoding="UTF-8"?>${element(node)}`;
