import type { EcfNode } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';

const append = (parent: XMLBuilder, [name, content]: EcfNode): void => {
  const element = parent.ele(name);
  if (typeof content === 'string') element.txt(content);
  else for (const child of content) append(element, child);
};

/**
 * A document as XML in UTF-8, on one line: white space between elements would be signed, and lost on the way.
 *
 * @example ecfXml(['ECF', [['FechaHoraFirma', '05-10-2026 12:30:00']]])
 * // '<?xml version="1.0" encoding="UTF-8"?><ECF><FechaHoraFirma>05-10-2026 12:30:00</FechaHoraFirma></ECF>'
 */
export const ecfXml = (node: EcfNode): string => {
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  append(document, node);
  return document.end({ prettyPrint: false });
};
