import type { X509Certificate } from 'node:crypto';
import { textOf } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeAttempt, tooManyAttempts } from '../../../platform/attempts.ts';
import { addressBlock } from '../../../platform/http/address-block.ts';
import { malformed, notFound, Problem, unauthorized } from '../../../platform/http/problem.ts';
import { readAccredited } from '../signing/accredited.ts';
import { receiveApproval } from './receive-approval.ts';
import { readSent, receiveEcf } from './receive-ecf.ts';
import { isSeed, isToken, makeSeed, makeToken, seedLife } from './session.ts';

/** Bytes of a document: one of 1,000 lines has about 800,000. */
export const mostReceivedBytes = 1_500_000;

/** Calls from one connection in ten minutes. A provider of invoicing sends for many issuers from one. */
const limits = { most: 1200, seconds: 600 } as const;

/** The file of a request, of which there is one, in the field `xml`. */
const readFile = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart())
    throw new Problem(415, 'unsupported_type', 'Envíe el XML en multipart/form-data, campo xml.');
  const part = await request.file({ limits: { fileSize: mostReceivedBytes, files: 1, fields: 4 } });
  if (!part) throw malformed('Falta el archivo, en el campo xml.');
  try {
    return await part.toBuffer();
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Problem(413, 'too_large', 'El XML es demasiado grande.');
    throw error;
  }
};

const countCall = async ({ server, ip }: FastifyRequest): Promise<void> => {
  const taken = await takeAttempt(server.database, {
    purpose: 'ecf-receiving',
    subject: [addressBlock(ip)],
    ...limits,
  });
  if (!('at' in taken)) throw tooManyAttempts(taken.wait);
};

const seedXml = (seed: string, now: number): string =>
  '<?xml version="1.0" encoding="utf-8"?><SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
  `<valor>${seed}</valor><fecha>${new Date(now).toISOString()}</fecha></SemillaModel>`;

/** Exchanges a signed seed for a token; a seed is taken once. */
const exchangeSeed = async (app: FastifyInstance, bytes: Buffer, accredited: readonly X509Certificate[]) => {
  const read = readSent(bytes, accredited);
  const seed = textOf(read.document, 'valor') ?? '';
  const now = Date.now();
  if (read.document[0] !== 'SemillaModel' || !isSeed(app.secretBox, seed, now))
    throw malformed('La semilla no es de este servicio o ya venció. Pida otra.');
  if (read.defect !== null) throw malformed(read.defect);
  const taken = await takeAttempt(app.database, {
    purpose: 'ecf-seed',
    subject: [seed],
    most: 1,
    seconds: seedLife * 2,
  });
  if (!('at' in taken)) throw malformed('La semilla ya se usó. Pida otra.');
  return makeToken(app.secretBox, now);
};

const requireToken = (request: FastifyRequest): void => {
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!isToken(request.server.secretBox, token, Date.now())) throw unauthorized();
};

const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/xml; charset=utf-8').send(xml);

type Base = { rnc?: string; '*': string };

type Service = (request: FastifyRequest<{ Params: Base }>, reply: FastifyReply) => Promise<FastifyReply>;

/** The documented services, by what follows `/fe/`, in lower case: callers write them either way. */
const services = (
  app: FastifyInstance,
  accredited: readonly X509Certificate[],
): Readonly<Record<string, Service>> => ({
  'GET autenticacion/api/semilla': async (_request, reply) => {
    const now = Date.now();
    return sendXml(reply, seedXml(makeSeed(app.secretBox, now), now));
  },
  'POST autenticacion/api/validacioncertificado': async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send(await exchangeSeed(app, await readFile(request), accredited)),
  'POST recepcion/api/ecf': async (request, reply) => {
    requireToken(request);
    const base = request.params.rnc ?? null;
    return sendXml(reply, await receiveEcf(app, await readFile(request), { base, accredited }));
  },
  'POST aprobacioncomercial/api/ecf': async (request, reply) => {
    requireToken(request);
    const answer = await receiveApproval(app, await readFile(request), accredited);
    return reply
      .code(answer.codigo === '1' ? 200 : 400)
      .header('cache-control', 'no-store')
      .send(answer);
  },
});

/**
 * The services that every issuer of e-CF offers to others (technical description 1.6, communication between issuer and
 * receiver), below the base address that the company registers in the authority's directory: the address of the server, or
 * that followed by the RNC of one of several companies. They are public, need a token for what they store, and are limited
 * by connection, size and shape of the XML.
 */
export const receivingRoutes = (app: FastifyInstance): void => {
  const known = services(app, readAccredited(app.settings.dataDir));
  const answer: Service = async (request, reply) => {
    const service = known[`${request.method} ${request.params['*'].toLowerCase().replace(/\/+$/, '')}`];
    if (!service) throw notFound();
    await countCall(request);
    return service(request, reply);
  };
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  const taking = {
    ...options,
    config: { ...options.config, files: true },
    bodyLimit: mostReceivedBytes + 64 * 1024,
  } as const;
  for (const base of ['', '/:rnc(^\\d{9,11}$)'])
    for (const folder of ['fe', 'FE', 'Fe']) {
      app.get<{ Params: Base }>(`${base}/${folder}/*`, options, answer);
      app.post<{ Params: Base }>(`${base}/${folder}/*`, taking, answer);
    }
};
