import type { EcfAnswer } from '@pauta/domain/fiscal/do/sending/after-answer.ts';
import {
  callService,
  Failure,
  fileForm,
  isLocal,
  isObject,
  type Json,
  messagesOf,
  objectOf,
  parse,
  strangeAnswer,
  textIn,
} from './call-service.ts';

/** The services of the authority, as one issuer calls them. */
export interface EcfClient {
  /** Sends a signed e-CF: `received` with its TrackId. */
  send(fileName: string, xml: string): Promise<EcfAnswer>;
  /** Sends the signed summary of a consumer invoice, which is validated at once. */
  sendSummary(fileName: string, xml: string): Promise<EcfAnswer>;
  /** The result of a received e-CF. */
  result(trackId: string): Promise<EcfAnswer>;
  /** `received` with the last TrackId of a number, if one was received; `not_found` otherwise. */
  lastReceived(rnc: string, encf: string): Promise<EcfAnswer>;
  /**
   * Whether the summary of a number is known with this security code, and why it was rejected. Where the service of
   * summaries is missing (all environments but production), the one of all e-CF answers, which may give no reasons.
   */
  summaryStatus(query: {
    rnc: string;
    encf: string;
    buyerRnc: string;
    securityCode: string;
  }): Promise<EcfAnswer>;
  /** Whether the authority accepted a document of any issuer: one that the company sent, or one that it received. */
  documentStatus(query: {
    rnc: string;
    encf: string;
    buyerRnc: string;
    securityCode: string;
  }): Promise<EcfAnswer>;
  /** Sends signed numbers to void (ANECF), which are answered at once. */
  voidNumbers(fileName: string, xml: string): Promise<EcfAnswer>;
  /** Sends a signed commercial approval or rejection (ACECF), which is answered at once. */
  approve(fileName: string, xml: string): Promise<EcfAnswer>;
  /** The addresses at which an electronic taxpayer receives; null if the directory does not know them. */
  addressesOf(rnc: string): Promise<TaxpayerAddresses | null | Unanswered>;
  /** How the authority's services are. */
  services(): Promise<readonly ServiceStatus[] | Unanswered>;
}

/** Where an electronic taxpayer receives documents of others. */
export interface TaxpayerAddresses {
  readonly name: string;
  readonly reception: string | null;
  readonly approval: string | null;
  readonly authentication: string | null;
}

/** A service of the authority, as it says itself. */
export interface ServiceStatus {
  readonly name: string;
  /** "Disponible", "No Disponible" or "En Mantenimiento". */
  readonly status: string;
  readonly isAvailable: boolean;
}

/** A query that was not answered. */
export interface Unanswered {
  readonly kind: 'unavailable' | 'refused';
  readonly message: string;
}

export interface EcfClientOptions {
  /** Base addresses, with the environment and without a slash at the end. */
  readonly services: { readonly invoices: string; readonly summaries: string };
  /** Signs the seed. */
  readonly sign: (xml: string) => string;
  /** Milliseconds that a call may take; 30 seconds are documented. */
  readonly timeLimit?: number;
}

/** Seconds before its end at which a token is no longer used. */
const margin = 60;

/** A TrackId is a UUID; what is far longer is none. */
const trackIdIn = (object: Json): string | undefined => {
  const trackId = textIn(object, 'trackId');
  return trackId === '' || trackId.length > 80 ? undefined : trackId;
};

const verdicts: Readonly<Record<string, EcfAnswer['kind']>> = {
  0: 'not_found',
  1: 'accepted',
  2: 'rejected',
  3: 'in_process',
  4: 'conditional',
};

const verdictOf = (object: Json): EcfAnswer => {
  const kind = verdicts[textIn(object, 'codigo')];
  if (kind === 'accepted' || kind === 'rejected' || kind === 'conditional')
    return {
      kind,
      messages: messagesOf(object),
      ...(typeof object.secuenciaUtilizada === 'boolean' && { isNumberUsed: object.secuenciaUtilizada }),
    };
  if (kind === 'in_process' || kind === 'not_found') return { kind };
  throw new Failure('unavailable', strangeAnswer);
};

/** The answer to a message that is validated at once: its state by name, and by code where it has no name. */
const stateOf = (object: Json): EcfAnswer => {
  const state = textIn(object, 'estado') || textIn(object, 'nombre');
  const messages = messagesOf(object);
  if (/^acept|^proces/i.test(state)) return { kind: 'accepted', messages };
  if (/^rechaz/i.test(state)) return { kind: 'rejected', messages };
  return verdictOf(object);
};

const addressIn = (object: Json, name: string): string | null => {
  const text = textIn(object, name);
  return URL.canParse(text) ? text : null;
};

/**
 * A client of the authority's services (technical description of electronic invoicing, version 1.6): a seed, signed,
 * gets a token, which is kept until shortly before it expires and renewed once if it is refused. What is answered is never
 * trusted: a time limit, a limit of bytes, no redirects, and only what is documented is understood. Calls do not throw:
 * they answer `unavailable` or `refused`.
 *
 * @throws Error for an address that is not https, except of this machine
 */
export const createEcfClient = ({ services, sign, timeLimit = 30_000 }: EcfClientOptions): EcfClient => {
  for (const address of Object.values(services)) {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !isLocal(url)) throw new Error(`${address} is not https`);
  }

  let token: { readonly value: string; readonly ends: number } | undefined;
  let renewal: Promise<string> | undefined;

  const call = (url: string, init?: RequestInit): Promise<string> => callService(url, timeLimit, init);

  const renew = async (): Promise<string> => {
    const base = `${services.invoices}/autenticacion/api/autenticacion`;
    const seed = await call(`${base}/semilla`, { headers: { accept: 'application/xml' } });
    if (!/<SemillaModel[\s>]/.test(seed)) throw new Failure('unavailable', strangeAnswer);
    const answer = objectOf(
      await call(`${base}/validarsemilla`, { method: 'POST', body: fileForm('semilla.xml', sign(seed)) }),
    );
    const value = textIn(answer, 'token');
    if (value === '') throw new Failure('unavailable', strangeAnswer);
    // By how long it is valid, because the two clocks may differ.
    const valid = Date.parse(textIn(answer, 'expira')) - Date.parse(textIn(answer, 'expedido'));
    token = { value, ends: Date.now() + (Number.isNaN(valid) ? 300_000 : valid) };
    return value;
  };

  const tokenOf = (): Promise<string> => {
    if (token && token.ends - margin * 1000 > Date.now()) return Promise.resolve(token.value);
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  /** A call with a token, tried once more with a new one if it is refused. */
  const authorized = async (url: string, body?: () => FormData): Promise<string> => {
    const attempt = async (): Promise<string> => {
      const value = await tokenOf();
      try {
        return await call(url, {
          headers: { authorization: `Bearer ${value}` },
          ...(body && { method: 'POST', body: body() }),
        });
      } catch (error) {
        if (error instanceof Failure && error.kind === 'unauthorized' && token?.value === value)
          token = undefined;
        throw error;
      }
    };
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error;
      return attempt();
    }
  };

  const answered = async <T>(work: () => Promise<T>): Promise<T | Unanswered> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const kind = error.kind === 'unavailable' ? 'unavailable' : 'refused';
      return { kind, message: error.message };
    }
  };

  /** Sends a signed message. One that is refused is rejected: it is not sent again as it is. */
  const sendMessage = (url: string, fileName: string, xml: string): Promise<EcfAnswer> =>
    answered(async () => {
      try {
        return stateOf(objectOf(await authorized(url, () => fileForm(fileName, xml))));
      } catch (error) {
        if (error instanceof Failure && error.kind === 'refused' && error.status !== 404)
          return { kind: 'rejected', messages: [error.message] };
        throw error;
      }
    });

  const query = (pairs: Readonly<Record<string, string>>): string => new URLSearchParams(pairs).toString();

  const verdictAt = (url: string): Promise<EcfAnswer> => authorized(url).then(objectOf).then(verdictOf);

  const statusOf = ({ rnc, encf, buyerRnc, securityCode }: Parameters<EcfClient['documentStatus']>[0]) =>
    verdictAt(
      `${services.invoices}/consultaestado/api/consultas/estado?${query({
        rncemisor: rnc,
        ncfelectronico: encf,
        rnccomprador: buyerRnc,
        codigoseguridad: securityCode,
      })}`,
    );

  return {
    send: (fileName, xml) =>
      answered(async () => {
        const answer = objectOf(
          await authorized(`${services.invoices}/recepcion/api/facturaselectronicas`, () =>
            fileForm(fileName, xml),
          ),
        );
        const trackId = trackIdIn(answer);
        if (trackId !== undefined) return { kind: 'received', trackId };
        const messages = messagesOf(answer);
        if (messages.length === 0) throw new Failure('unavailable', strangeAnswer);
        return { kind: 'refused', message: messages.join(' ') };
      }),
    sendSummary: (fileName, xml) =>
      answered(async () =>
        verdictOf(
          objectOf(
            await authorized(`${services.summaries}/recepcionfc/api/recepcion/ecf`, () =>
              fileForm(fileName, xml),
            ),
          ),
        ),
      ),
    result: (trackId) =>
      answered(async () =>
        verdictOf(
          objectOf(
            await authorized(
              `${services.invoices}/consultaresultado/api/consultas/estado?${query({ trackid: trackId })}`,
            ),
          ),
        ),
      ),
    lastReceived: (rnc, encf) =>
      answered(async () => {
        let text: string;
        try {
          text = await authorized(
            `${services.invoices}/consultatrackids/api/trackids/consulta?${query({ rncemisor: rnc, encf })}`,
          );
        } catch (error) {
          // Not every environment has this service; without it nothing is known to have arrived.
          if (error instanceof Failure && error.status === 404) return { kind: 'not_found' };
          throw error;
        }
        const found = parse(text);
        const rows = Array.isArray(found) ? found : isObject(found) ? found.detalles : undefined;
        if (!Array.isArray(rows)) throw new Failure('unavailable', strangeAnswer);
        const known = rows.filter(isObject).filter((row) => trackIdIn(row) !== undefined);
        // Of several copies one that was not rejected counts: the others were rejected because of it.
        const row = known.findLast((one) => !/^rechazad/i.test(textIn(one, 'estado'))) ?? known.at(-1);
        const trackId = row && trackIdIn(row);
        return trackId === undefined ? { kind: 'not_found' } : { kind: 'received', trackId, isKnown: true };
      }),
    documentStatus: (asked) => answered(() => statusOf(asked)),
    summaryStatus: (asked) =>
      answered(async () => {
        try {
          return await verdictAt(
            `${services.summaries}/consultarfce/api/Consultas/Consulta?${query({
              RNC_Emisor: asked.rnc,
              ENCF: asked.encf,
              Cod_Seguridad_eCF: asked.securityCode,
            })}`,
          );
        } catch (error) {
          if (!(error instanceof Failure) || error.status !== 404) throw error;
        }
        return statusOf(asked);
      }),
    voidNumbers: (fileName, xml) =>
      sendMessage(`${services.invoices}/anulacionrangos/api/operaciones/anularrango`, fileName, xml),
    approve: (fileName, xml) =>
      sendMessage(`${services.invoices}/aprobacioncomercial/api/aprobacioncomercial`, fileName, xml),
    addressesOf: (rnc) =>
      answered(async () => {
        let text: string;
        try {
          text = await authorized(
            `${services.invoices}/consultadirectorio/api/consultas/rnc?${query({ rnc })}`,
          );
        } catch (error) {
          if (error instanceof Failure && error.status === 404) return null;
          throw error;
        }
        const found = parse(text);
        const row = [found]
          .flat()
          .filter(isObject)
          .find((one) => textIn(one, 'rnc') === rnc);
        return row
          ? {
              name: textIn(row, 'razonSocial') || textIn(row, 'nombre'),
              reception: addressIn(row, 'urlRecepcion'),
              approval: addressIn(row, 'urlAceptacion'),
              authentication: addressIn(row, 'urlOpcional'),
            }
          : null;
      }),
    services: () =>
      answered(async () => {
        const found = parse(await call(`${services.invoices}/estatusservicios/api/consultas/estatus`));
        const rows = Array.isArray(found) ? found : isObject(found) ? found.servicios : undefined;
        if (!Array.isArray(rows)) throw new Failure('unavailable', strangeAnswer);
        return rows.filter(isObject).map((row) => {
          const status = textIn(row, 'estado') || textIn(row, 'estatus');
          return {
            name: textIn(row, 'nombre') || textIn(row, 'servicio'),
            status,
            isAvailable: /^disponible$/i.test(status),
          };
        });
      }),
  };
};
