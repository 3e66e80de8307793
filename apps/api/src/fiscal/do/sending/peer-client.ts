import { callService, Failure, fileForm, isLocal, messagesOf, objectOf, textIn } from './call-service.ts';
import type { TaxpayerAddresses } from './ecf-client.ts';

/** What another taxpayer answered. */
export type PeerAnswer =
  /** What it answers to the file, whether it took it or not. */
  | { readonly kind: 'answered'; readonly text: string; readonly isTaken: boolean }
  /** It did not answer, or not as is documented. */
  | { readonly kind: 'unavailable'; readonly message: string };

/** The services that other electronic taxpayers offer, as one issuer calls them. */
export interface PeerClient {
  /** Delivers a signed e-CF to its buyer: answers the acknowledgement (ARECF). */
  deliver(addresses: TaxpayerAddresses, fileName: string, xml: string): Promise<PeerAnswer>;
  /** Sends a signed approval or rejection (ACECF) to the issuer of an e-CF. */
  approve(addresses: TaxpayerAddresses, fileName: string, xml: string): Promise<PeerAnswer>;
}

const paths = {
  reception: 'fe/recepcion/api/ecf',
  approval: 'fe/aprobacioncomercial/api/ecf',
  authentication: 'fe/autenticacion/api',
} as const;

const silent = 'El sistema del otro contribuyente no responde. Se intenta de nuevo.';

/**
 * The address of a service. Taxpayers register either its whole address or the base before `/fe/`.
 *
 * @example serviceAddress('https://a.example/x/', 'reception') // 'https://a.example/x/fe/recepcion/api/ecf'
 */
export const serviceAddress = (registered: string, service: keyof typeof paths): string => {
  const url = registered.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const own = service === 'authentication' ? url.replace(/\/(semilla|validacioncertificado)$/i, '') : url;
  return own.toLowerCase().endsWith(`/${paths[service]}`) ? own : `${own}/${paths[service]}`;
};

/**
 * A client of the services of other taxpayers. If one has registered an address of authentication, it gets a token there
 * with a signed seed first. Its addresses come from the authority's directory and must be https; what it answers is never
 * trusted: a time limit, a limit of bytes and no redirects.
 *
 * @param options `sign`: signs the seed; `allowsLocal`: addresses of this machine are called, as in tests
 */
export const createPeerClient = ({
  sign,
  allowsLocal,
  timeLimit = 30_000,
}: {
  readonly sign: (xml: string) => string;
  readonly allowsLocal: boolean;
  readonly timeLimit?: number;
}): PeerClient => {
  const isAllowed = (address: string): boolean => {
    const url = new URL(address);
    return isLocal(url) ? allowsLocal : url.protocol === 'https:';
  };

  const tokenOf = async (registered: string | null): Promise<string | null> => {
    if (registered === null) return null;
    const base = serviceAddress(registered, 'authentication');
    const seed = await callService(`${base}/semilla`, timeLimit, { headers: { accept: 'application/xml' } });
    if (!/<SemillaModel[\s>]/.test(seed)) throw new Failure('unavailable', silent);
    const answer = objectOf(
      await callService(`${base}/validacioncertificado`, timeLimit, {
        method: 'POST',
        body: fileForm('semilla.xml', sign(seed)),
      }),
    );
    return textIn(answer, 'token') || null;
  };

  const send = async (
    { authentication }: TaxpayerAddresses,
    address: string,
    fileName: string,
    xml: string,
  ): Promise<PeerAnswer> => {
    try {
      const used = authentication === null ? [address] : [address, authentication];
      if (!used.every(isAllowed))
        return { kind: 'unavailable', message: 'La dirección del otro contribuyente no es https.' };
      const token = await tokenOf(authentication);
      const text = await callService(address, timeLimit, {
        method: 'POST',
        body: fileForm(fileName, xml),
        headers: {
          accept: 'application/xml, application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
      });
      return { kind: 'answered', text, isTaken: true };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return error.kind === 'refused' && error.body !== ''
        ? { kind: 'answered', text: error.body, isTaken: false }
        : { kind: 'unavailable', message: silent };
    }
  };

  return {
    deliver: (addresses, fileName, xml) =>
      send(addresses, serviceAddress(addresses.reception ?? '', 'reception'), fileName, xml),
    approve: (addresses, fileName, xml) =>
      send(addresses, serviceAddress(addresses.approval ?? '', 'approval'), fileName, xml),
  };
};

/** The messages of an answer in JSON; empty for any other. */
export const saidIn = (text: string): string => {
  try {
    return messagesOf(objectOf(text)).join(' ');
  } catch {
    return '';
  }
};
