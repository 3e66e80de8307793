import { describe, expect, test } from 'vitest';
import { buildAcknowledgement, buildApproval } from '../ecf/build-messages.ts';
import type { EcfNode } from '../ecf/ecf-types.ts';
import { namedIn, readAcknowledgement, readApproval, readEcf } from './read-received.ts';

const at = '2026-10-05T16:30:00.000Z';

const ecf = (values: Readonly<Record<string, string | undefined>> = {}): EcfNode => {
  const part = (name: string, usual?: string): readonly EcfNode[] => {
    const value = Object.hasOwn(values, name) ? values[name] : usual;
    return value === undefined ? [] : [[name, value]];
  };
  return [
    'ECF',
    [
      [
        'Encabezado',
        [
          ['IdDoc', [...part('TipoeCF', '31'), ...part('eNCF', 'E310000000044'), ...part('FechaLimitePago')]],
          [
            'Emisor',
            [
              ...part('RNCEmisor', '131246796'),
              ...part('RazonSocialEmisor', 'Suplidora, S. R. L.'),
              ...part('FechaEmision', '05-10-2026'),
            ],
          ],
          ['Comprador', part('RNCComprador', '101001572')],
          ['Totales', [...part('TotalITBIS', '180.00'), ...part('MontoTotal', '1180')]],
        ],
      ],
      ['InformacionReferencia', part('NCFModificado')],
    ],
  ];
};

describe('an e-CF of another issuer', () => {
  test('is read with its amounts and days', () => {
    expect(readEcf(ecf({ FechaLimitePago: '04-11-2026' }))).toEqual({
      issuerRnc: '131246796',
      buyerRnc: '101001572',
      encf: 'E310000000044',
      type: 31,
      issuerName: 'Suplidora, S. R. L.',
      issueDate: '2026-10-05',
      dueDate: '2026-11-04',
      modifies: null,
      tax: '180.00',
      total: '1180.00',
    });
    expect(readEcf(ecf({ TotalITBIS: undefined, MontoTotal: '0007.5' }))).toMatchObject({
      tax: '0.00',
      total: '7.50',
    });
    const note = { TipoeCF: '34', eNCF: 'E340000000001', NCFModificado: 'E310000000007' };
    expect(readEcf(ecf(note))).toMatchObject({ type: 34, modifies: 'E310000000007' });
  });

  test.each([
    ['another type than its number', { eNCF: 'E320000000044' }],
    ['a type that buyers make', { TipoeCF: '41', eNCF: 'E410000000044' }],
    ['a day that is none', { FechaEmision: '31-02-2026' }],
    ['no total', { MontoTotal: undefined }],
    ['a negative total', { MontoTotal: '-1.00' }],
    ['more tax than total', { TotalITBIS: '2000.00' }],
    ['a note without its document', { TipoeCF: '34', eNCF: 'E340000000001' }],
    ['an invoice that modifies another', { NCFModificado: 'E310000000007' }],
    ['no name', { RazonSocialEmisor: ' ' }],
  ])('with %s is not as the format says, and still named', (_what, values) => {
    expect(readEcf(ecf(values))).toBeNull();
    expect(namedIn(ecf(values))).not.toBeNull();
  });

  test('without readable RNC or number names nobody', () => {
    expect(namedIn(ecf({ RNCComprador: '1' }))).toBeNull();
    expect(namedIn(ecf({ eNCF: 'B0100000001' }))).toBeNull();
    expect(namedIn(['ACECF', []])).toBeNull();
  });
});

const received = {
  issuerRnc: '131246796',
  buyerRnc: '101001572',
  encf: 'E310000000044',
  issueDate: '2026-10-05',
  total: '1180.00',
};

test('an answer and an acknowledgement are read as they are built', () => {
  expect(readApproval(buildApproval(received, null, at))).toEqual({ ...received, rejection: null });
  expect(readApproval(buildApproval(received, 'No la pedimos', at))?.rejection).toBe('No la pedimos');
  expect(readApproval(ecf())).toBeNull();
  const { issueDate: _day, total: _total, ...named } = received;
  expect(readAcknowledgement(buildAcknowledgement(named, null, at))).toEqual({
    ...named,
    isReceived: true,
    refusal: null,
  });
  expect(readAcknowledgement(buildAcknowledgement(named, 4, at))).toMatchObject({
    isReceived: false,
    refusal: '4',
  });
  expect(readAcknowledgement(buildApproval(received, null, at))).toBeNull();
});
