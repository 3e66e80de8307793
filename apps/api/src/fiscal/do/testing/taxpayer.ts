import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { XmlDocument } from 'libxml2-wasm';
import { readCertificate } from '../signing/read-certificate.ts';
import { signXml } from '../signing/sign-xml.ts';
import { makeCertificate } from './make-certificate.ts';
import { verifySignature } from './verify-signature.ts';

/**
 * What one answer to a file does:
 *
 * - `received`, `refused`: an acknowledgement that says so, the second with reason 4, or an approval that is taken or not
 * - `lost`: the file is taken, and the connection is closed without an answer; the same file again is a duplicate (3)
 * - `down`: the connection is closed
 * - `nonsense`: 200 with a page of HTML
 * - `unsigned`: an acknowledgement without a signature
 * - `other`: an acknowledgement of another document
 */
export type TaxpayerAnswer = 'received' | 'refused' | 'lost' | 'down' | 'nonsense' | 'unsigned' | 'other';

/** A server that answers as the services of another electronic taxpayer are documented. */
export interface Taxpayer {
  /** Base address, before `/fe/`. */
  readonly address: string;
  /** Files that arrived, in order, with their root element. */
  readonly files: readonly { readonly kind: string; readonly name: string; readonly xml: string }[];
  /** The next answers, in order; then `received`. */
  answer(...next: readonly TaxpayerAnswer[]): void;
  close(): Promise<void>;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** `DD-MM-YYYY HH:MM:SS`. */
const stamp = (date: Date): string =>
  `${pad(date.getDate())}-${pad(date.getMonth() + 1)}-${date.getFullYear()} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;

const readFile = async (request: IncomingMessage): Promise<{ name: string; xml: string } | null> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return null;
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } }).formData();
  const file = form.get('xml');
  return file instanceof File ? { name: file.name, xml: await file.text() } : null;
};

/**
 * Starts another taxpayer: seed and token, reception of e-CF with an acknowledgement, and reception of approvals. It
 * verifies what it gets by other libraries than those that sign. Source: the technical description of electronic
 * invoicing, version 1.6, and the formats ARECF and ACECF 1.0.
 */
export const startTaxpayer = async (): Promise<Taxpayer> => {
  const made = makeCertificate({ holderId: '131246796', holder: 'Otro Contribuyente' });
  const certificate = readCertificate(made.file, made.password);
  const files: { kind: string; name: string; xml: string }[] = [];
  const next: TaxpayerAnswer[] = [];
  const seeds = new Set<string>();
  const tokens = new Set<string>();
  let count = 0;

  const acknowledgement = (xml: string, answer: TaxpayerAnswer, isDuplicate: boolean): string => {
    const text = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '';
    const code = answer === 'refused' ? '4' : isDuplicate ? '3' : null;
    const body =
      '<?xml version="1.0" encoding="UTF-8"?><ARECF><DetalleAcusedeRecibo><Version>1.0</Version>' +
      `<RNCEmisor>${text('RNCEmisor')}</RNCEmisor><RNCComprador>${text('RNCComprador')}</RNCComprador>` +
      `<eNCF>${answer === 'other' ? 'E319999999999' : text('eNCF')}</eNCF><Estado>${code === null ? 0 : 1}</Estado>` +
      (code === null ? '' : `<CodigoMotivoNoRecibido>${code}</CodigoMotivoNoRecibido>`) +
      `<FechaHoraAcuseRecibo>${stamp(new Date())}</FechaHoraAcuseRecibo></DetalleAcusedeRecibo></ARECF>`;
    return answer === 'unsigned' ? body : signXml(body, certificate).xml;
  };

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').toLowerCase();
    const send = (status: number, body: unknown): void => {
      const isText = typeof body === 'string';
      response
        .writeHead(status, { 'content-type': isText ? 'application/xml' : 'application/json' })
        .end(isText ? body : JSON.stringify(body));
    };
    if (path === '/fe/autenticacion/api/semilla') {
      count += 1;
      seeds.add(`semilla-${count}`);
      return send(
        200,
        `<SemillaModel><valor>semilla-${count}</valor><fecha>${new Date().toISOString()}</fecha></SemillaModel>`,
      );
    }
    const file = await readFile(request);
    if (!file) return send(400, { mensaje: 'Falta el archivo.' });
    const document = XmlDocument.fromString(file.xml);
    const kind = document.root.name;
    const seed = document.get('//valor')?.content ?? '';
    try {
      verifySignature(document);
    } catch (error) {
      return send(400, { mensaje: (error as Error).message });
    } finally {
      document.dispose();
    }
    if (path === '/fe/autenticacion/api/validacioncertificado') {
      if (!seeds.delete(seed)) return send(400, { mensaje: 'La semilla no es válida.' });
      const token = `ficha-${seed}`;
      tokens.add(token);
      const now = Date.now();
      return send(200, {
        token,
        expedido: new Date(now).toISOString(),
        expira: new Date(now + 3_600_000).toISOString(),
      });
    }
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token)) return send(401, { mensaje: 'No autorizado.' });
    const answer = next.shift() ?? 'received';
    if (answer === 'down') return request.socket.destroy();
    const isDuplicate = files.some(({ xml }) => xml === file.xml);
    files.push({ kind, ...file });
    if (answer === 'lost') return request.socket.destroy();
    if (answer === 'nonsense') return send(200, '<!DOCTYPE html><html><body>Hola</body></html>');
    if (path === '/fe/recepcion/api/ecf') return send(200, acknowledgement(file.xml, answer, isDuplicate));
    if (path === '/fe/aprobacioncomercial/api/ecf')
      return answer === 'refused'
        ? send(400, { codigo: '2', estado: 'Rechazado', mensaje: 'No conocemos ese comprobante.' })
        : send(200, { codigo: '1', estado: 'Aceptado', mensaje: 'Recibida' });
    return send(404, { mensaje: 'No existe.' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    answer: (...more) => {
      next.push(...more);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
