import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { ColumnsInput } from '../../column-files/columns-input.tsx';
import { UploadDialog } from '../../column-files/upload-dialog.tsx';
import { airLogKind } from './air-log-kind.ts';

const meta = { title: 'Postventa/Logs de emisión', component: UploadDialog } satisfies Meta<
  typeof UploadDialog
>;

export default meta;
type Story = StoryObj;

const field = airLogs.fields.columns;

function Columns({ error }: { readonly error?: string }): ReactElement {
  const [value, setValue] = useState<unknown>([
    { header: 'Fecha', samples: '01/12/2026 · 02/12/2026', meaning: 'date', day_first: true },
    { header: 'Hora', samples: '10:04:10:12 · 25:10:00:00', meaning: 'time', day_first: true },
    { header: 'House No.', samples: 'PB-00481 · PB-00512', meaning: 'code', day_first: true },
    { header: null, samples: null, meaning: 'none', day_first: true },
  ]);
  if (!field) throw new Error('air logs have columns');
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

export const MissingColumn: Story = {
  render: () => <Columns error="Indique la columna con el código del material, o con su título." />,
};

export const Upload: Story = {
  render: () => (
    <StoryHost>
      <UploadDialog kind={airLogKind} onClose={() => {}} />
    </StoryHost>
  ),
};
