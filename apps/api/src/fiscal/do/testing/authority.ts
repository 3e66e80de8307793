import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { type Signer, verifySignature } from './verify-signature.ts';

/** The services of the authority that a sender calls. */
export type Service =
  | 'seed'
  | 'token'
  | 'reception'
  | 'summary'
  | 'result'
  | 'status'
  | 'summaryStatus'
  | 'trackIds'
  | 'directory'
  | 'availability'
  | 'annulment'
  | 'approval';

/**
 * What one answer of a service does instead of what is documented:
 *
 * - `down`: the connection is closed without an answer
 * - `silent`: the connection stays open and nothing comes
 * - `error`: 500 with a page of HTML
 * - `nonsense`: 200 with a page of HTML
 * - `empty`: 200 with `{}`
 * - `endless`: 200 and a body that does not end
 * - `unauthorized`: 401, as of a token that has expired before its time
 * - `slow`: the request has its effect, and what is documented comes after 400 ms
 * - `lost`: the request has its effect, but the connection is closed without an answer
 */
export type Fault =
  | 'down'
  | 'silent'
  | 'error'
  | 'nonsense'
  | 'empty'
  | 'endless'
  | 'unauthorized'
  | 'slow'
  | 'lost';

/** What the authority decides of a document, with the code it answers. */
export const verdicts = {
  accepted: [1, 'Aceptado'],
  rejected: [2, 'Rechazado'],
  inProcess: [3, 'En Proceso'],
  conditional: [4, 'Aceptado Condicional'],
} as const;

export type Verdict = keyof typeof verdicts;

/** A document that the authority has received. */
export interface Received {
  readonly trackId: string;
  /** Element name of the root, such as `ECF`. */
  readonly kind: string;
  readonly fileName: string;
  readonly xml: string;
  /** `E310000000001`; of an annulment null. */
  readonly encf: string | null;
  readonly issuer: string;
  readonly buyer: string | null;
  readonly securityCode: string;
  readonly signer: Signer | null;
  readonly verdict: Verdict;
  /** Why it was rejected or accepted with conditions. */
  readonly messages: readonly { readonly codigo: number; readonly valor: string }[];
  /** Whether the number cannot be used again. */
  readonly isNumberUsed: boolean;
}

export interface AuthorityOptions {
  /** RNC of the issuers that it knows; by default every one. */
  readonly issuers?: readonly string[];
  /** Times that a result is "in process" before its verdict. */
  readonly inProcess?: number;
  /** Seconds that a token is valid: documented is an hour. */
  readonly tokenSeconds?: number;
  /** Services that this environment does not have. */
  readonly missing?: readonly Service[];
  /** Documents that the query of TrackIds knows and the query of results does not. */
  readonly losesResults?: boolean;
  /** Folder of the official schemas; if it exists, a document that they refuse is rejected. */
  readonly schemas?: string;
}

/** A server that answers as the tax authority's services are documented. */
export interface Authority {
  /** Base address with the environment, `http://127.0.0.1:<port>/testecf`; of invoices and of consumer summaries alike. */
  readonly address: string;
  readonly received: readonly Received[];
  /** Calls of each service since it started. */
  readonly calls: Readonly<Record<Service, number>>;
  /** The next calls of a service get these faults, in order. */
  fail(service: Service, ...faults: readonly Fault[]): void;
  /** Forgets the faults that are left. */
  clearFaults(): void;
  /** All calls get this fault until `null`. */
  failAll(fault: Fault | null): void;
  /** The verdict of documents that have no defect, and whether a rejected one uses up its number. */
  decide(verdict: Verdict, message?: string, isNumberUsed?: boolean): void;
  /** Makes it know a document that another issuer sent, with its verdict. */
  know(document: {
    readonly issuer: string;
    readonly encf: string;
    readonly securityCode: string;
    readonly verdict: Verdict;
  }): void;
  /** The base address that its directory names for every taxpayer; null: it knows none. */
  publishTaxpayers(address: string | null): void;
  close(): Promise<void>;
}

/** Consumer invoices below this amount are reported as a summary (domain §1.6). */
const summaryLimit = 250_000;

const paths: readonly (readonly [RegExp, string, Service])[] = [
  [/^\/autenticacion\/api\/autenticacion\/semilla$/, 'GET', 'seed'],
  [/^\/autenticacion\/api\/autenticacion\/validarsemilla$/, 'POST', 'token'],
  [/^\/recepcion\/api\/facturaselectronicas$/, 'POST', 'reception'],
  [/^\/recepcionfc\/api\/recepcion\/ecf$/, 'POST', 'summary'],
  [/^\/consultaresultado\/api\/consultas\/estado$/, 'GET', 'result'],
  [/^\/consultaestado\/api\/consultas\/estado$/, 'GET', 'status'],
  [/^\/consultarfce\/api\/consultas\/consulta$/, 'GET', 'summaryStatus'],
  [/^\/consultatrackids\/api\/trackids\/consulta$/, 'GET', 'trackIds'],
  [/^\/consultadirectorio\/api\/consultas\/(listado|rnc)$/, 'GET', 'directory'],
  [/^\/estatusservicios\/api\/consultas\/estatus$/, 'GET', 'availability'],
  [/^\/anulacionrangos\/api\/operaciones\/anularrango$/, 'POST', 'annulment'],
  [/^\/aprobacioncomercial\/api\/aprobacioncomercial$/, 'POST', 'approval'],
];

const environment = '/testecf';
const html = '<!DOCTYPE html><html><body><h1>Servicio en mantenimiento</h1></body></html>';

interface Upload {
  readonly name: string;
  readonly xml: string;
}

/** The part `xml` of a multipart body. */
const readUpload = async (request: IncomingMessage): Promise<Upload | null> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return null;
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const file = form?.get('xml');
  return file instanceof File ? { name: file.name, xml: await file.text() } : null;
};

/** The schema of each root, and of `ECF` of each type. */
const readSchemas = (folder: string | undefined): ReadonlyMap<string, string> => {
  if (folder === undefined || !existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.xsd'))
      .map((name) => {
        const [, kind = '', type] = /^(e-CF|[A-Za-z]+) ?(\d\d)? ?v/.exec(name) ?? [];
        const root = kind === 'e-CF' ? `ECF ${type}` : kind === 'RFCE' ? 'RFCE' : kind;
        return [root, readFileSync(`${folder}/${name}`, 'utf8').trimStart()] as const;
      }),
  );
};

const schemaError = (schema: string | undefined, xml: string): string | null => {
  if (schema === undefined) return null;
  const definition = XmlDocument.fromString(schema);
  const validator = XsdValidator.fromDoc(definition);
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    for (const one of [document, validator, definition]) one.dispose();
  }
};

/** The first difference between a document and what is documented; null if there is none. */
const defectOf = (
  { name, xml }: Upload,
  { issuers, schemas }: { issuers: readonly string[] | undefined; schemas: ReadonlyMap<string, string> },
): {
  readonly message: string | null;
  readonly facts: Omit<Received, 'trackId' | 'verdict' | 'messages' | 'isNumberUsed'>;
} => {
  const none = {
    kind: '',
    fileName: name,
    xml,
    encf: null,
    issuer: '',
    buyer: null,
    securityCode: '',
    signer: null,
  };
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(xml);
  } catch {
    return { message: 'La estructura del comprobante no es válida.', facts: none };
  }
  try {
    const { root } = document;
    const text = (element: string): string | null => root.get(`//${element}`)?.content ?? null;
    const facts = {
      ...none,
      kind: root.name,
      encf: text('eNCF') ?? text('ENCF'),
      issuer: text('RNCEmisor') ?? text('RncEmisor') ?? '',
      buyer: text('RNCComprador'),
      securityCode: text('CodigoSeguridadeCF') ?? '',
    };
    const total = Number(text('MontoTotal') ?? '0');
    const type = text('TipoeCF');
    let signer: Signer;
    try {
      signer = verifySignature(document);
    } catch (error) {
      return { message: `Firma inválida: ${(error as Error).message}`, facts };
    }
    const known = { ...facts, signer, securityCode: facts.securityCode || signer.signatureValue.slice(0, 6) };
    const wrong = schemaError(schemas.get(facts.kind === 'ECF' ? `ECF ${type}` : facts.kind), xml);
    const expired = Date.parse(signer.certificate.validTo) < Date.now();
    const expectedName = facts.encf === null ? null : `${facts.issuer}${facts.encf}.xml`;
    const message =
      wrong !== null
        ? `La estructura del comprobante no es válida: ${wrong}`
        : expired || signer.subjectSerial === null
          ? 'El certificado no es válido.'
          : issuers !== undefined && !issuers.includes(facts.issuer)
            ? 'El RNC del emisor no corresponde a un emisor electrónico.'
            : ['ECF', 'RFCE'].includes(facts.kind) && name !== expectedName
              ? `El archivo debe llamarse ${expectedName}.`
              : facts.kind === 'ECF' && type === '32' && total < summaryLimit
                ? 'Las facturas de consumo menores de RD$250,000.00 se envían en resumen.'
                : facts.kind === 'RFCE' && total >= summaryLimit
                  ? 'El resumen es de facturas de consumo menores de RD$250,000.00.'
                  : null;
    return { message, facts: known };
  } finally {
    document.dispose();
  }
};

/**
 * Starts a server that answers as the tax authority's services are documented: seed, signed seed against a token,
 * reception, summaries of consumer invoices, results, directory, annulment and commercial approval. It verifies
 * signatures by other libraries than those that sign, and can fail in the ways in which real services do. Source: the
 * technical description of electronic invoicing, version 1.6.
 *
 * @example
 * const authority = await startAuthority({ inProcess: 1 });
 * authority.fail('reception', 'down', 'nonsense');
 */
export const startAuthority = async ({
  issuers,
  inProcess = 0,
  tokenSeconds = 3600,
  missing = [],
  losesResults = false,
  schemas: folder,
}: AuthorityOptions = {}): Promise<Authority> => {
  const schemas = readSchemas(folder);
  const received: Received[] = [];
  const seeds = new Set<string>();
  const tokens = new Map<string, number>();
  const asked = new Map<string, number>();
  const faults = new Map<Service, Fault[]>();
  const calls = Object.fromEntries(paths.map(([, , service]) => [service, 0])) as Record<Service, number>;
  const decided = { verdict: 'accepted' as Verdict, message: '', isNumberUsed: true };
  let taxpayers: string | null = '';
  let faultOfAll: Fault | null = null;

  const receive = (upload: Upload, kinds: readonly string[]): Received => {
    const { message, facts } = defectOf(upload, { issuers, schemas });
    const defect = message ?? (kinds.includes(facts.kind) ? null : 'Ese documento no es de este servicio.');
    const verdict = defect === null ? decided.verdict : 'rejected';
    const valor = defect ?? decided.message;
    const row: Received = {
      ...facts,
      trackId: randomUUID(),
      verdict,
      messages: valor === '' ? [] : [{ codigo: 2, valor }],
      // The documented reasons for which a number can be used again are those of form, signature and issuer.
      isNumberUsed: defect === null && decided.isNumberUsed,
    };
    received.push(row);
    return row;
  };

  const outcome = ({ verdict, encf, messages, isNumberUsed }: Received) => ({
    codigo: String(verdicts[verdict][0]),
    estado: verdicts[verdict][1],
    encf,
    secuenciaUtilizada: isNumberUsed,
    mensajes: messages,
  });

  const answers: Readonly<
    Record<Service, (query: URLSearchParams, upload: Upload | null) => [status: number, body: unknown]>
  > = {
    seed: () => {
      const value = randomUUID();
      seeds.add(value);
      return [
        200,
        `<?xml version="1.0" encoding="utf-8"?>\n<SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n  <valor>${value}</valor>\n  <fecha>${new Date().toISOString()}</fecha>\n</SemillaModel>`,
      ];
    },
    token: (_query, upload) => {
      if (!upload) return [400, { error: 'Falta el archivo xml.' }];
      try {
        const document = XmlDocument.fromString(upload.xml);
        const value = document.get('//valor')?.content ?? '';
        verifySignature(document);
        document.dispose();
        if (!seeds.delete(value)) return [400, { error: 'La semilla no es válida.' }];
      } catch (error) {
        return [400, { error: (error as Error).message }];
      }
      const token = randomUUID();
      const ends = Date.now() + tokenSeconds * 1000;
      tokens.set(token, ends);
      return [200, { token, expira: new Date(ends).toISOString(), expedido: new Date().toISOString() }];
    },
    reception: (_query, upload) => {
      if (!upload) return [400, { trackId: null, error: 'Falta el archivo xml.', mensaje: null }];
      return [200, { trackId: receive(upload, ['ECF']).trackId, error: null, mensaje: null }];
    },
    summary: (_query, upload) => {
      if (!upload) return [400, { error: 'Falta el archivo xml.' }];
      const row = receive(upload, ['RFCE']);
      return [200, { ...outcome(row), codigo: verdicts[row.verdict][0] }];
    },
    result: (query) => {
      const trackId = query.get('trackid') ?? '';
      const row = received.find((one) => one.trackId === trackId);
      if (!row || losesResults)
        return [
          200,
          { codigo: '0', estado: 'No encontrado', mensaje: null, encf: null, secuenciaUtilizada: false },
        ];
      const times = asked.get(trackId) ?? 0;
      asked.set(trackId, times + 1);
      const { mensajes, ...decided } = outcome(row);
      const pending = { ...decided, codigo: '3', estado: verdicts.inProcess[1], secuenciaUtilizada: false };
      return [
        200,
        times < inProcess
          ? { ...pending, mensaje: null }
          : { ...decided, mensaje: mensajes.map(({ valor }) => valor).join(' ') || null },
      ];
    },
    status: (query) => {
      const row = received.findLast(
        (one) =>
          one.issuer === query.get('rncemisor') &&
          one.encf === query.get('ncfelectronico') &&
          one.securityCode === query.get('codigoseguridad'),
      );
      if (!row) return [200, { codigo: 0, estado: 'No encontrado' }];
      const [codigo, estado] = row.verdict === 'rejected' ? verdicts.rejected : verdicts.accepted;
      return [200, { codigo: String(codigo), estado, mensaje: null }];
    },
    summaryStatus: (query) => {
      const row = received.findLast(
        (one) =>
          one.kind === 'RFCE' &&
          one.issuer === query.get('rnc_emisor') &&
          one.encf === query.get('encf') &&
          one.securityCode === query.get('cod_seguridad_ecf'),
      );
      if (!row)
        return [200, { codigo: '0', estado: 'No encontrado', mensajes: [], secuenciaUtilizada: false }];
      return [200, { rnc: row.issuer, ...outcome(row) }];
    },
    trackIds: (query) => [
      200,
      {
        detalles: received
          .filter((one) => one.issuer === query.get('rncemisor') && one.encf === query.get('encf'))
          .map((one) => ({
            trackId: one.trackId,
            codigo: String(verdicts[one.verdict][0]),
            estado: verdicts[one.verdict][1],
            mensaje: one.messages.map(({ valor }) => valor).join(' ') || null,
          })),
      },
    ],
    directory: (query) => {
      const entry = (rnc: string) => ({
        rnc,
        razonSocial: `Contribuyente ${rnc}`,
        urlRecepcion: `${taxpayers}/fe/recepcion/api/ecf`,
        urlAceptacion: `${taxpayers}/fe/aprobacioncomercial/api/ecf`,
        urlOpcional: `${taxpayers}/fe/autenticacion/api`,
      });
      const rnc = query.get('rnc');
      if (taxpayers === null) return [404, { error: 'No encontrado' }];
      return [200, rnc === null ? { contribuyentes: (issuers ?? []).map(entry) } : entry(rnc)];
    },
    availability: () => [
      200,
      {
        servicios: ['Autenticación', 'Recepción', 'Consulta Resultado'].map((nombre) => ({
          nombre,
          estado: 'Disponible',
          mensaje: null,
          mantenimiento: null,
        })),
      },
    ],
    annulment: (_query, upload) => {
      if (!upload) return [400, { codigo: '2', estado: 'Rechazado', mensaje: 'Falta el archivo xml.' }];
      const row = receive(upload, ['ANECF']);
      const isRefused = row.verdict === 'rejected';
      return [
        isRefused ? 400 : 200,
        {
          codigo: isRefused ? '2' : '1',
          estado: isRefused ? 'Rechazado' : 'Aceptado',
          mensaje: row.messages.map(({ valor }) => valor).join(' ') || null,
        },
      ];
    },
    approval: (_query, upload) => {
      if (!upload) return [400, { codigo: '2', estado: 'Rechazado', mensaje: 'Falta el archivo xml.' }];
      const row = receive(upload, ['ACECF']);
      // Documented: only documents that the authority has accepted are approved or rejected.
      const isOfAccepted = received.some(
        ({ kind, issuer, encf, verdict }) =>
          kind === 'ECF' && issuer === row.issuer && encf === row.encf && verdict !== 'rejected',
      );
      if (!isOfAccepted)
        return [400, { codigo: '2', estado: 'Rechazado', mensaje: 'El e-CF no ha sido aceptado.' }];
      const isRefused = row.verdict === 'rejected';
      return [
        isRefused ? 400 : 200,
        {
          codigo: isRefused ? '2' : '1',
          estado: isRefused ? 'Rechazado' : 'Aceptado',
          mensaje: row.messages.map(({ valor }) => valor).join(' ') || null,
        },
      ];
    },
  };

  const send = (response: ServerResponse, status: number, body: unknown): void => {
    const isText = typeof body === 'string';
    response
      .writeHead(status, { 'content-type': isText ? 'application/xml' : 'application/json; charset=utf-8' })
      .end(isText ? body : JSON.stringify(body));
  };

  const open: ReadonlySet<Service> = new Set(['seed', 'token', 'availability']);

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://authority');
    const path = url.pathname.toLowerCase();
    const found = path.startsWith(environment)
      ? paths.find(
          ([pattern, method]) => pattern.test(path.slice(environment.length)) && method === request.method,
        )
      : undefined;
    if (!found || missing.includes(found[2])) return send(response, 404, { error: 'No existe.' });
    const [, , service] = found;
    calls[service] += 1;
    const fault = faultOfAll ?? faults.get(service)?.shift();
    if (fault === 'down') return request.socket.destroy();
    if (fault === 'silent') return;
    if (fault === 'error') return send(response, 500, html);
    if (fault === 'nonsense') return send(response, 200, html);
    if (fault === 'empty') return send(response, 200, {});
    if (fault === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => clearInterval(timer));
      return;
    }
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isKnown = open.has(service) || (tokens.get(token) ?? 0) > Date.now();
    if (fault === 'unauthorized' || !isKnown) {
      tokens.delete(token);
      return send(response, 401, { error: 'No autorizado.' });
    }
    const query = new URLSearchParams(
      [...url.searchParams].map(([name, value]): [string, string] => [name.toLowerCase(), value]),
    );
    const upload = request.method === 'POST' ? await readUpload(request) : null;
    const [status, body] = answers[service](query, upload);
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
    if (fault === 'lost') return request.socket.destroy();
    return send(response, status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${environment}`,
    received,
    calls,
    fail: (service, ...next) => {
      faults.set(service, [...(faults.get(service) ?? []), ...next]);
    },
    clearFaults: () => faults.clear(),
    failAll: (fault) => {
      faultOfAll = fault;
    },
    decide: (verdict, message = '', isNumberUsed = true) =>
      Object.assign(decided, { verdict, message, isNumberUsed }),
    know: (document) => {
      received.push({
        ...document,
        trackId: randomUUID(),
        kind: 'ECF',
        fileName: `${document.issuer}${document.encf}.xml`,
        xml: '',
        buyer: null,
        signer: null,
        messages: [],
        isNumberUsed: true,
      });
    },
    publishTaxpayers: (address) => {
      taxpayers = address;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
