import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { ColumnsInput } from '../../column-files/columns-input.tsx';
import { ReadRows } from '../../column-files/read-rows.tsx';
import { UploadDialog } from '../../column-files/upload-dialog.tsx';
import { bankFileKind } from './bank-file-kind.ts';

const meta = { title: 'Facturación/Archivos bancarios', component: UploadDialog } satisfies Meta<
  typeof UploadDialog
>;

export default meta;
type Story = StoryObj;

const field = bankFiles.fields.columns;

function Columns({ error }: { readonly error?: string }): ReactElement {
  const [value, setValue] = useState<unknown>([
    { header: 'Fecha', samples: '01/12/2026 · 02/12/2026', meaning: 'date', day_first: true, decimal: '.' },
    { header: 'Referencia', samples: '000123 · 000124', meaning: 'reference', day_first: true, decimal: '.' },
    { header: 'Crédito', samples: '1,500.00 · 20.00', meaning: 'credit', day_first: true, decimal: '.' },
    { header: null, samples: null, meaning: 'none', day_first: true, decimal: '.' },
  ]);
  if (!field) throw new Error('bank files have columns');
  return (
    <ColumnsInput
      error={error}
      field={field}
      label={field.label}
      name="columns"
      onBlur={() => {}}
      onChange={setValue}
      value={value}
      values={{}}
    />
  );
}

export const MeaningOfColumns: Story = { render: () => <Columns /> };

export const MissingColumn: Story = { render: () => <Columns error="Indique la columna con la fecha." /> };

export const Upload: Story = {
  render: () => (
    <StoryHost>
      <UploadDialog kind={bankFileKind} onClose={() => {}} />
    </StoryHost>
  ),
};

const movement = { booked_on: '2026-12-01', reference: '000123', currency_code: 'DOP', status: 'pending' };

export const Rows: Story = {
  render: () => (
    <ReadRows
      counted={bankFileKind.counted}
      resource={bankFileKind.rows}
      rows={[
        {
          ...movement,
          line: 2,
          description: 'Transferencia recibida',
          amount: '1500.00',
          proposal: 'invoices',
          grade: 'sure',
          why: 'El importe es el balance de la factura FA-2026-000012, y el texto nombra a Hotel Caribe.',
        },
        { ...movement, line: 3, description: 'Depósito', amount: '20.00' },
        { line: 4, status: 'unreadable', why: '«31/02/2026» no es una fecha.' },
      ]}
      shown={bankFileKind.shown}
    />
  ),
};
