import { buildEcf, signedAt } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { buildApproval, type ReceivedEcf } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import type { EcfSource } from '@pauta/domain/fiscal/do/ecf/ecf-source.ts';
import type { EcfType } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import { ecfXml } from '../signing/ecf-xml.ts';
import { readCertificate } from '../signing/read-certificate.ts';
import { signXml } from '../signing/sign-xml.ts';
import { makeCertificate } from './make-certificate.ts';
import { sampleEcf } from './sample-ecf.ts';

/** RNC of the supplier. */
export const supplierRnc = '131246796';

/** RNC of the company that receives, as `ecfFixture` makes it. */
export const companyRnc = '101001577';

const made = makeCertificate({ holderId: supplierRnc, holder: 'Suplidora de Prueba' });

/** The certificate of the supplier. */
export const supplierCertificate = readCertificate(made.file, made.password);

let count = 0;

/** A number that no other document of the file has. */
export const nextEncf = (type: EcfType = 31): string => {
  count += 1;
  return `E${type}${String(count).padStart(10, '0')}`;
};

/** An e-CF of the supplier to the company, unsigned. */
export const supplierEcf = (values: Partial<EcfSource> = {}, type: EcfType = 31): string =>
  ecfXml(
    signedAt(
      buildEcf(
        sampleEcf(type, {
          encf: nextEncf(type),
          issuer: {
            rnc: supplierRnc,
            name: 'Suplidora de Prueba, S. R. L.',
            tradeName: null,
            address: 'Calle Duarte 9, Santiago',
            phone: null,
            email: null,
            website: null,
          },
          buyer: { rnc: companyRnc, foreignId: null, name: 'Canal Uno, S. A.', address: null },
          ...values,
        }),
      ),
      '2026-10-05T16:30:00.000Z',
    ),
  );

/** A signed e-CF of the supplier to the company. */
export const signedEcf = (values: Partial<EcfSource> = {}, type: EcfType = 31): string =>
  signXml(supplierEcf(values, type), supplierCertificate).xml;

/** What a customer answers to an e-CF, signed. */
export const signedApproval = (document: ReceivedEcf, rejection: string | null): string =>
  signXml(ecfXml(buildApproval(document, rejection, new Date().toISOString())), supplierCertificate).xml;

/** Posts a file as other taxpayers do: multipart, in the field `xml`. */
export const postXml = (
  api: Pick<TestApi, 'inject'>,
  url: string,
  xml: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
) => {
  const boundary = 'limite-de-prueba';
  return api.inject({
    method: 'POST',
    url,
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="archivo.xml"\r\nContent-Type: text/xml\r\n\r\n`,
      ),
      Buffer.from(xml),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};

/** A token for the supplier: asks for a seed and sends it signed. */
export const signIn = async (api: Pick<TestApi, 'inject'>): Promise<Record<string, string>> => {
  const seed = await api.inject({ url: '/fe/autenticacion/api/semilla' });
  const signed = signXml(seed.body.replace(/^<\?xml[^>]*\?>/, ''), supplierCertificate).xml;
  const answer = await postXml(api, '/fe/autenticacion/api/validacioncertificado', signed);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { authorization: `Bearer ${answer.json().token}` };
};
