import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { StatementColumnsInput } from './statement-columns-input.tsx';
import { UploadBankFileDialog } from './upload-bank-file-dialog.tsx';

const meta = { title: 'Facturación/Archivos bancarios', component: UploadBankFileDialog } satisfies Meta<
  typeof UploadBankFileDialog
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
    <StatementColumnsInput
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
      <UploadBankFileDialog onClose={() => {}} />
    </StoryHost>
  ),
};
