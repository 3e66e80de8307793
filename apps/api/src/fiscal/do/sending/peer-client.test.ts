import { expect, test } from 'vitest';
import { createPeerClient, serviceAddress } from './peer-client.ts';

test('a service is found at its whole address, or below the base that was registered', () => {
  for (const registered of [
    'https://a.example/x',
    'https://a.example/x/',
    'https://a.example/x/fe/recepcion/api/ecf',
    'https://a.example/x/fe/recepcion/api/ecf/?a=1',
  ])
    expect(serviceAddress(registered, 'reception')).toBe('https://a.example/x/fe/recepcion/api/ecf');
  expect(serviceAddress('https://a.example/FE/Recepcion/API/ecf', 'reception')).toBe(
    'https://a.example/FE/Recepcion/API/ecf',
  );
  expect(serviceAddress('https://a.example/fe/autenticacion/api/semilla', 'authentication')).toBe(
    'https://a.example/fe/autenticacion/api',
  );
});

test('an address that is not https, or is of this machine, is not called', async () => {
  const peer = createPeerClient({ sign: (xml) => xml, allowsLocal: false });
  const addresses = { name: 'X', approval: null, authentication: null };
  for (const reception of ['http://a.example', 'http://127.0.0.1:1', 'https://localhost:1'])
    expect(await peer.deliver({ ...addresses, reception }, 'a.xml', '<a/>')).toEqual({
      kind: 'unavailable',
      message: 'La dirección del otro contribuyente no es https.',
    });
});
