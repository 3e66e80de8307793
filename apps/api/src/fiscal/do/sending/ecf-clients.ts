import { ecfAddresses, type ecfEnvironments } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { FastifyInstance } from 'fastify';
import { systemChange } from '../../../platform/database/database.ts';
import { openCertificate } from '../issuing/sign-documents.ts';
import type { SigningCertificate } from '../signing/read-certificate.ts';
import { signXml } from '../signing/sign-xml.ts';
import { isLocal } from './call-service.ts';
import { createEcfClient, type EcfClient } from './ecf-client.ts';
import { createPeerClient, type PeerClient } from './peer-client.ts';

/** The services that a company calls. */
export interface CalledServices {
  readonly company_id: string;
  readonly environment: keyof typeof ecfEnvironments;
  readonly service_url: string | null;
}

/** The clients of a process, one for each company, each with the token that it got last. */
export interface EcfClients {
  /** The certificate of a company; undefined without a valid one. */
  certificateOf(companyId: string): Promise<SigningCertificate | undefined>;
  /**
   * The client of a company; undefined without a valid certificate.
   *
   * @throws Error for an address that is not https
   */
  clientOf(called: CalledServices): Promise<EcfClient | undefined>;
  /** What calls other taxpayers for a company; undefined without a valid certificate. */
  peerOf(called: CalledServices): Promise<PeerClient | undefined>;
}

/** The clients of a process; a new one is made when a company's certificate or services change. */
export const createEcfClients = (
  { database, secretBox }: FastifyInstance,
  { timeLimit }: { readonly timeLimit?: number } = {},
): EcfClients => {
  const clients = new Map<string, { readonly key: string; readonly client: EcfClient }>();

  const certificateOf = (companyId: string): Promise<SigningCertificate | undefined> =>
    database.transaction(systemChange('ecf'), (tx) => openCertificate(tx, secretBox, companyId));

  return {
    certificateOf,
    clientOf: async ({ company_id: company, environment, service_url: url }) => {
      const certificate = await certificateOf(company);
      if (!certificate) return undefined;
      const key = JSON.stringify([environment, url, certificate.certificate]);
      const known = clients.get(company);
      if (known?.key === key) return known.client;
      const client = createEcfClient({
        services: ecfAddresses(environment, url),
        sign: (xml) => signXml(xml, certificate).xml,
        ...(timeLimit !== undefined && { timeLimit }),
      });
      clients.set(company, { key, client });
      return client;
    },
    peerOf: async ({ company_id: company, environment, service_url: url }) => {
      const certificate = await certificateOf(company);
      return (
        certificate &&
        createPeerClient({
          sign: (xml) => signXml(xml, certificate).xml,
          allowsLocal: isLocal(new URL(ecfAddresses(environment, url).invoices)),
          ...(timeLimit !== undefined && { timeLimit }),
        })
      );
    },
  };
};
