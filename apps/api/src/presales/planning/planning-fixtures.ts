import { expect } from 'vitest';
import type { ContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import type { TestApi } from '../../testing/test-api.ts';

/**
 * Requests to the API below `/api`, by default as the administrator, and the `data` of their answers.
 *
 * @param given the API and its records, which exist once the tests run
 */
export const planningCalls = (given: () => { readonly api: TestApi; readonly world: ContractWorld }) => {
  const call = (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    payload?: object,
    version?: unknown,
    headers = given().world.headers,
  ) =>
    given().api.inject({
      method,
      url: `/api/${path}`,
      headers: { ...headers, ...(version !== undefined && { 'if-match': `"${String(version)}"` }) },
      ...(payload && { payload }),
    });
  const data = async (answer: ReturnType<typeof call>, status = 200) => {
    const response = await answer;
    expect(response.statusCode, response.body).toBe(status);
    return response.json().data;
  };
  return { call, data };
};
