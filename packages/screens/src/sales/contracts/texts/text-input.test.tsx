// @vitest-environment happy-dom
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractTexts } from '@pauta/domain/sales/contracts/texts/contract-text.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { sampleTerms, sampleText } from './text-fixtures.ts';
import { ContractTextInput } from './text-input.tsx';

const contract = {
  id: uuid(1),
  row_version: 1,
  name: 'Campaña de verano',
  number: 'CT-2026-00001',
} as unknown as AnyRecord;

function Typed({ initial }: { readonly initial: string }): ReactElement {
  const [value, setValue] = useState<unknown>(initial);
  return (
    <ContractTextInput
      field={contractTexts.fields.body!}
      label="Texto"
      name="body"
      onBlur={() => {}}
      onChange={setValue}
      value={value}
      values={{}}
    />
  );
}

const open = async (initial: string) => {
  const host = await openScreens(contracts, <Typed initial={initial} />, {
    records: [contract],
    permissions: ['contracts.view_all'],
    before: (server) => {
      const option = { id: contract.id, label: 'Campaña de verano', code: 'CT-2026-00001' };
      // One for each letter that is typed.
      for (const _ of 'verano y más')
        server.once('GET', '/contracts/options', { status: 200, body: { data: [option] } });
      server.once('GET', `/contracts/${contract.id}/terms`, { status: 200, body: { data: sampleTerms } });
    },
  });
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Texto/ });
  return { ...host, area, read: within(screen.getByRole('region', { name: 'Texto como se lee' })) };
};

test('a field of the list is inserted at the caret, which moves behind it', async () => {
  const { user, area } = await open('Paga .');
  area.focus();
  area.setSelectionRange(5, 5);
  await user.click(screen.getByText('Campos que se pueden insertar'));
  await user.click(screen.getByRole('button', { name: 'Total con impuesto' }));
  expect(area.value).toBe('Paga {{total}}.');
  await waitFor(() => expect(document.activeElement).toBe(area));
  expect(area.selectionStart).toBe(14);
});

test('the text is read with its fields, and with the data of the contract that is chosen', async () => {
  const { user, read } = await open(sampleText);
  expect(read.getByRole('heading', { name: '1. Pago' })).toBeTruthy();
  expect(read.getByText(/\{\{pagador\}\} paga \{\{total\}\}/)).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: /Contrato de ejemplo/ }), 'verano');
  await user.click(await screen.findByRole('option', { name: /Campaña de verano/ }));
  expect(
    await read.findByText('Ron Añejo, S.R.L. paga RD$118,000.00 según el término «30 días».'),
  ).toBeTruthy();
});

test('a field that does not exist is named beside the text', async () => {
  await open('{{clinete}} paga.');
  expect(await screen.findByText('El campo {{clinete}} no existe: ¿es {{cliente}}?')).toBeTruthy();
});
