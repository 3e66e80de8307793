import sax, { type SAXOptions, type SAXParser, type Tag } from 'sax';
import { FileRefused } from './file-text.ts';
import type { ZipPart } from './zip-reader.ts';

export const damaged = () =>
  new FileRefused('El archivo está dañado o no es una hoja de cálculo XLSX u ODS.');

/** What is done with the parts of a document; names have no prefix. */
export interface XmlHandlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** The name without its prefix: programs choose their own namespace prefixes. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const attributesOf = (tag: Tag): Record<string, string> =>
  Object.fromEntries(Object.entries(tag.attributes).map(([name, value]) => [local(name), value]));

/**
 * Parses the XML of a part while it is decompressed, without holding its whole bytes or text in memory.
 *
 * @throws FileRefused if it is not well-formed or has a DTD
 */
export const readXml = async (part: ZipPart, { open, text, close }: XmlHandlers): Promise<void> => {
  const parser: SAXParser = sax.parser(true, { position: false, strictEntities: true } as SAXOptions);
  parser.onerror = () => {
    throw damaged();
  };
  // A valid workbook has no DTD; with one, a small file could expand to a large one.
  parser.ondoctype = () => {
    throw damaged();
  };
  parser.onopentag = (tag) => open?.(local(tag.name), attributesOf(tag as Tag));
  parser.ontext = (found) => text?.(found);
  parser.oncdata = (found) => text?.(found);
  parser.onclosetag = (name) => close?.(local(name));
  const decoder = new TextDecoder();
  for await (const bytes of part()) parser.write(decoder.decode(bytes, { stream: true }));
  parser.write(decoder.decode()).close();
};
