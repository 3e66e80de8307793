import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../../platform/access.ts';
import { command } from '../../../platform/command.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { type IdParams, idParams } from '../../../resource/route.ts';
import {
  CertificateError,
  type CertificateFailure,
  certificateFacts,
  isExpired,
  readCertificate,
} from '../signing/read-certificate.ts';

/** Bytes of a PKCS#12 file: one key and its chain are a few thousand. */
const mostBytes = 60_000;

const failures: Readonly<Record<CertificateFailure, readonly [field: 'file' | 'password', text: string]>> = {
  not_pkcs12: ['file', 'No es un certificado en formato .p12 o .pfx. Pida ese formato a su proveedor.'],
  wrong_password: ['password', 'La contraseña no abre el certificado.'],
  no_key: ['file', 'El archivo no trae la clave privada del certificado. Expórtelo con ella.'],
  weak_key: ['file', 'La clave del certificado es de menos de 2,048 bits. Pida otro a su proveedor.'],
};

interface Body {
  readonly file: string;
  readonly password: string;
}

const read = ({ file, password }: Body) => {
  try {
    const signing = readCertificate(Buffer.from(file, 'base64'), password);
    return { signing, facts: certificateFacts(signing.certificate) };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    const [field, text] = failures[error.failure];
    throw invalid({ [field]: [text] });
  }
};

/**
 * `POST /api/ecf-issuers/{id}/certificate` loads the certificate of an issuer. The file and its password are not stored:
 * the key and the certificate are, encrypted with the key of the installation. Documents that waited for it are signed
 * next.
 */
export const certificateRoute = (app: FastifyInstance): void => {
  app.post<{ Params: IdParams; Body: Body }>(
    `/api/${ecfIssuers.path}/:id/certificate`,
    {
      bodyLimit: 2 * mostBytes,
      config: { access: { permission: 'finance.manage' } },
      schema: {
        summary: 'Carga el certificado con que la compañía firma sus comprobantes electrónicos',
        params: idParams,
        body: {
          type: 'object',
          required: ['file', 'password'],
          properties: {
            file: {
              type: 'string',
              minLength: 1,
              maxLength: Math.ceil((mostBytes * 4) / 3),
              pattern: '^[A-Za-z0-9+/=]+$',
              description: 'El archivo .p12 o .pfx, en base64',
            },
            password: { type: 'string', maxLength: 200 },
          },
        },
      },
    },
    (request) =>
      command(request, async (tx) => {
        const { id } = request.params;
        const { signing, facts } = read(request.body);
        const issuer = await tx.one<{ company_id: string; validFrom: string; validTo: string }>(sql`
          SELECT company_id, business_date(${facts.validFrom}::timestamptz)::text AS "validFrom",
            business_date(${facts.validTo}::timestamptz)::text AS "validTo"
          FROM ecf_issuers WHERE id = ${id}::uuid AND archived_at IS NULL FOR UPDATE`);
        if (!issuer) throw notFound();
        const { validFrom, validTo } = issuer;
        if (isExpired(facts))
          throw invalid({
            file: [`El certificado venció el ${formatCivilDate(validTo)}. Cargue el vigente.`],
          });
        await tx.query(sql`
          INSERT INTO ecf_certificates (issuer_id, sealed, created_by)
          VALUES (${id}::uuid, ${app.secretBox.seal('ecf-certificate', id, JSON.stringify(signing))},
            ${actorOf(request).userId}::uuid)
          ON CONFLICT (issuer_id) DO UPDATE SET sealed = excluded.sealed, created_at = now(),
            created_by = excluded.created_by`);
        await tx.query(sql`
          UPDATE ecf_issuers SET certificate_holder = left(${facts.holder}, 200),
            certificate_holder_id = left(${facts.holderId}, 40),
            certificate_valid_from = ${validFrom}::date, certificate_valid_to = ${validTo}::date
          WHERE id = ${id}::uuid`);
        await tx.query(sql`
          UPDATE ecf_documents SET next_attempt_at = now()
          WHERE company_id = ${issuer.company_id}::uuid AND status = 'to_sign'`);
        return {
          status: 200,
          body: {
            data: {
              certificate_holder: facts.holder,
              certificate_holder_id: facts.holderId,
              certificate_valid_to: validTo,
            },
          },
        };
      }),
  );
};
