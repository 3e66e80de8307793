/** Bytes of an answer: documented ones have less than a thousand. */
const mostBytes = 1_000_000;

/** A call that brought nothing that is documented. */
export class Failure extends Error {
  readonly kind: 'unavailable' | 'refused' | 'unauthorized';
  /** Of the answer, if there was one. */
  readonly status: number | undefined;
  /** Of an answer that refuses. */
  readonly body: string;
  constructor(kind: Failure['kind'], message: string, status?: number, body = '') {
    super(message);
    this.kind = kind;
    this.status = status;
    this.body = body;
  }
}

const noAnswer = 'La administración tributaria no responde. Se intenta de nuevo.';
/** What is said of an answer that is not documented. */
export const strangeAnswer =
  'La administración tributaria respondió algo que no se entiende. Se intenta de nuevo.';

/** An address of this machine, as of a server of a test. */
export const isLocal = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

/** The text of a body, up to a number of bytes. */
const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Failure('unavailable', strangeAnswer);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** An object of a JSON answer. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value of a JSON answer is an object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses an answer in JSON. @throws Failure */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('unavailable', strangeAnswer);
  }
};

/** Parses an answer that is an object. @throws Failure */
export const objectOf = (text: string): Json => {
  const value = parse(text);
  if (!isObject(value)) throw new Failure('unavailable', strangeAnswer);
  return value;
};

/** Text on one line: PostgreSQL stores no NUL, and nobody reads control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const plain = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F\s]+/g, ' ').trim();

/** The text or number of a property, on one line; empty without one. */
export const textIn = (object: Json, name: string): string =>
  typeof object[name] === 'string' || typeof object[name] === 'number' ? plain(String(object[name])) : '';

/** Messages of an answer: texts, or objects with a text, one or several. */
export const messagesOf = (object: Json): readonly string[] =>
  [object.mensajes, object.mensaje, object.error].flat().flatMap((one) => {
    if (typeof one === 'string') return plain(one) === '' ? [] : [plain(one)];
    return isObject(one) && textIn(one, 'valor') !== '' ? [textIn(one, 'valor')] : [];
  });

/** The multipart body that all services take: one file, in the field `xml`. */
export const fileForm = (name: string, xml: string): FormData => {
  const form = new FormData();
  form.append('xml', new File([xml], name, { type: 'text/xml' }));
  return form;
};

/**
 * Calls a service within `timeLimit` milliseconds, without following redirects.
 *
 * @returns the text of its answer
 * @throws Failure
 */
export const callService = async (
  url: string,
  timeLimit: number,
  init: RequestInit = {},
): Promise<string> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    text = await readText(response);
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('unavailable', noAnswer);
  }
  if (response.ok) return text;
  if (response.status === 401 || response.status === 403)
    throw new Failure('unauthorized', 'La administración tributaria no acepta la firma de esta compañía.');
  if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429) {
    let messages: readonly string[] = [];
    try {
      messages = messagesOf(objectOf(text));
    } catch {
      // A refusal without a readable reason is still one.
    }
    throw new Failure(
      'refused',
      messages.join(' ') || `La administración tributaria no lo recibió (${response.status}).`,
      response.status,
      text,
    );
  }
  throw new Failure('unavailable', noAnswer);
};
