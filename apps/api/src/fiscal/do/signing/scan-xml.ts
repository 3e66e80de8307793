import { isUtf8 } from 'node:buffer';
import sax, { type QualifiedTag, type SAXOptions } from 'sax';

/** XML that no issuer of e-CF makes: it is refused without an answer that is signed. */
export class XmlRefused extends Error {}

/** An element with what its canonical form needs. */
export interface XmlElement {
  /** As it is written, with its prefix. */
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  /** Namespaces that it declares: by prefix, the default one by ''. */
  readonly declared: ReadonlyMap<string, string>;
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
}

/** An attribute that is no declaration of a namespace. */
interface XmlAttribute {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

/** An e-CF of 1,000 lines has about 20,000 elements. */
const most = { elements: 60_000, depth: 12, attributes: 400, text: 20_000 } as const;

/** The namespace of signatures. */
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/** Characters that XML 1.0 does not allow, and that PostgreSQL could not store. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

const refuseControls = (text: string): void => {
  if (!text.isWellFormed() || controls.test(text))
    throw new XmlRefused('El XML trae caracteres que no son de texto.');
};

const elementOf = ({ name, local, uri, ns, attributes }: QualifiedTag): XmlElement => {
  const declared = new Map<string, string>();
  const own: XmlAttribute[] = [];
  for (const one of Object.values(attributes)) {
    if (one.prefix === 'xml') throw new XmlRefused('El XML trae atributos que no son del formato.');
    if (/[\t\n\r]/.test(one.value)) throw new XmlRefused('Un atributo del XML ocupa varias líneas.');
    refuseControls(one.value);
    if (one.name === 'xmlns') declared.set('', ns?.[''] ?? '');
    else if (one.prefix === 'xmlns') declared.set(one.local, one.value);
    else own.push({ name: one.name, local: one.local, uri: one.uri, value: one.value });
  }
  return { name, local, uri, declared, attributes: own, children: [] };
};

/**
 * Parses well-formed XML of elements and text alone, in time proportional to its size. Whatever could hide or multiply
 * content is refused: document types, entities, processing instructions, comments, CDATA, and more elements, levels or
 * attributes than any e-CF has.
 *
 * @throws XmlRefused
 */
export const scanXml = (bytes: Buffer): XmlElement => {
  if (!isUtf8(bytes)) throw new XmlRefused('El XML debe estar en UTF-8.');
  // Ends of lines are read as XML says.
  const xml = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n');
  refuseControls(xml);
  const parser = sax.parser(true, { xmlns: true, position: false, strictEntities: true } as SAXOptions);
  const refuse = (text: string) => () => {
    throw new XmlRefused(text);
  };
  const path: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  let attributes = 0;
  let isDeclared = false;
  parser.onerror = refuse('El XML no está bien formado.');
  parser.ondoctype = refuse('El XML no puede traer un DOCTYPE.');
  parser.onsgmldeclaration = refuse('El XML no puede traer declaraciones.');
  parser.oncomment = refuse('El XML no puede traer comentarios.');
  parser.onopencdata = refuse('El XML no puede traer CDATA.');
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml' || isDeclared || root) throw new XmlRefused('El XML no puede traer instrucciones.');
    isDeclared = true;
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > most.attributes) throw new XmlRefused('El XML tiene demasiados atributos.');
  };
  parser.onopentag = (tag) => {
    elements += 1;
    if (elements > most.elements || path.length >= most.depth)
      throw new XmlRefused('El XML tiene más elementos de los que puede tener un comprobante.');
    const element = elementOf(tag as QualifiedTag);
    const parent = path.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
    path.push(element);
  };
  parser.ontext = (text) => {
    const inside = path.at(-1);
    if (!inside) return;
    refuseControls(text);
    if (text.length > most.text) throw new XmlRefused('Un elemento del XML es demasiado largo.');
    inside.children.push(text);
  };
  parser.onclosetag = () => {
    path.pop();
  };
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof XmlRefused) throw error;
    throw new XmlRefused('El XML no está bien formado.');
  }
  if (!root) throw new XmlRefused('El XML está vacío.');
  return root;
};

/** The text of an element that has no elements. */
export const textOfElement = ({ children }: XmlElement): string =>
  children.filter((one) => typeof one === 'string').join('');

const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const inAttribute: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The canonical form (Canonical XML 1.0) of an element.
 *
 * @param inherited namespaces in scope that its ancestors declare, which the first element of a subset repeats
 * @param without an element that is left out, as the signature of a document
 */
export const canonicalXml = (
  root: XmlElement,
  {
    inherited = new Map(),
    without,
  }: { readonly inherited?: ReadonlyMap<string, string>; readonly without?: XmlElement } = {},
): string => {
  const parts: string[] = [];
  const write = (
    element: XmlElement,
    rendered: ReadonlyMap<string, string>,
    added: ReadonlyMap<string, string>,
  ) => {
    const { name, declared, attributes, children } = element;
    const news = [...added, ...declared].filter(([prefix, uri]) => (rendered.get(prefix) ?? '') !== uri);
    // What the element declares itself replaces what it inherits.
    const scope = new Map([...rendered, ...news]);
    const shown = [...new Map(news)].filter(([prefix, uri]) => scope.get(prefix) === uri);
    parts.push('<', name);
    for (const [prefix, uri] of shown.sort(([a], [b]) => byCode(a, b)))
      parts.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, escaped(uri, inAttribute), '"');
    for (const one of [...attributes].sort((a, b) => byCode(a.uri, b.uri) || byCode(a.local, b.local)))
      parts.push(' ', one.name, '="', escaped(one.value, inAttribute), '"');
    parts.push('>');
    for (const child of children)
      if (typeof child === 'string') parts.push(escaped(child, inText));
      else if (child !== without) write(child, scope, new Map());
    parts.push('</', name, '>');
  };
  write(root, new Map(), inherited);
  return parts.join('');
};

const escaped = (text: string, entities: Readonly<Record<string, string>>): string =>
  text.replaceAll(/[&<>"\r]/g, (character) => entities[character] ?? character);
