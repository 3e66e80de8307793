import type { ApiClient } from '../api-client.ts';
import { usePauta } from './pauta-context.ts';

/**
 * The API client given to `PautaProvider`, for calls that are neither a query nor a mutation.
 *
 * @example
 * const api = useApi();
 * const file = await (await api.raw('GET', '/clients/export')).blob();
 */
export function useApi(): ApiClient {
  return usePauta().client;
}
