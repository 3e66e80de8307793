import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { ErrorSummary } from '../controls/error-summary.tsx';
import { StoryHost } from '../testing/story-host.tsx';
import { Grid, type Reversal } from './grid.tsx';
import type { GridChange, GridColumn, GridRow } from './model/grid-types.ts';
import { withSubtotals } from './model/sums.ts';

const meta = { title: 'Controles/Cuadrícula' } satisfies Meta;

export default meta;
type Story = StoryObj;

const months = ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Sep', 'Oct', 'Nov', 'Dic'];
const names = months.map((_, at) => `m${String(at + 1).padStart(2, '0')}`);
const platforms = [
  { id: 'radio', label: 'Radio', code: 'RAD' },
  { id: 'tv', label: 'Televisión', code: 'TV' },
];
const columns: readonly GridColumn[] = [
  { name: 'description', label: 'Concepto', kind: 'text', width: 200, required: true, max: 120 },
  { name: 'platform', label: 'Plataforma', kind: 'choice', width: 130, options: platforms },
  ...months.map(
    (label, at): GridColumn => ({ name: names[at] ?? '', label, kind: 'amount', isPeriod: true }),
  ),
  { name: 'total', label: 'Total', kind: 'sum', of: names, width: 130 },
];
const rowsOf = (count: number): readonly GridRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    label: `Renglón ${at + 1}`,
    values: {
      description: `Cuñas ${at + 1}`,
      platform: at % 2 === 0 ? 'radio' : 'tv',
      ...Object.fromEntries(names.map((name, month) => [name, `${(at + 1) * (month + 1)}.50`])),
    },
  }));

function Sample({ count, grouped = false }: { count: number; grouped?: boolean }): ReactElement {
  const [rows, setRows] = useState(() => rowsOf(count));
  const change = (changes: readonly GridChange[]): void =>
    setRows((now) => {
      const byRow = Map.groupBy(changes, ({ row }) => row);
      return now.map((row) => {
        const own = byRow.get(row.id);
        return own
          ? {
              ...row,
              values: { ...row.values, ...Object.fromEntries(own.map((one) => [one.column, one.after])) },
            }
          : row;
      });
    });
  const without = (ids: ReadonlySet<string>, gone: readonly GridRow[]): Reversal => {
    setRows((now) => now.filter(({ id }) => !ids.has(id)));
    return () => {
      setRows((now) => [...now, ...gone]);
      return () => without(ids, gone);
    };
  };
  return (
    <Grid
      columns={columns}
      foot={
        grouped
          ? []
          : [
              {
                id: 'booked',
                label: 'Vendido',
                cells: { m01: '1,200.00', total: '1,200.00' },
                links: { m01: '/ventas/contratos' },
              },
            ]
      }
      hasTotals
      label="Presupuesto por mes"
      noteOf={(row, column) =>
        row === 'r1' && column === 'm02'
          ? { tone: 'info', text: 'Ana Peñaló cambió esta celda: eran 3.00.' }
          : undefined
      }
      onAdd={(added) => {
        const made = added.map(
          (values, at): GridRow => ({ id: `n${rows.length + at}`, label: 'Renglón nuevo', values }),
        );
        setRows((now) => [...now, ...made]);
        return () => without(new Set(made.map(({ id }) => id)), made);
      }}
      onChange={change}
      onDrop={(ids) =>
        without(
          new Set(ids),
          rows.filter(({ id }) => ids.includes(id)),
        )
      }
      rowName="renglón"
      rows={
        grouped
          ? withSubtotals(
              rows,
              columns,
              'platform',
              (id) => platforms.find((one) => one.id === id)?.label ?? id,
            )
          : rows
      }
      seasonOf={() => Object.fromEntries(names.map((name, at) => [name, `${at}`]))}
    />
  );
}

export const Editable: Story = {
  render: () => (
    <StoryHost>
      <Sample count={6} />
    </StoryHost>
  ),
};

export const Subtotals: Story = {
  render: () => (
    <StoryHost>
      <Sample count={6} grouped />
    </StoryHost>
  ),
};

export const Thousands: Story = {
  render: () => (
    <StoryHost>
      <Sample count={5000} />
    </StoryHost>
  ),
};

export const Hundreds: Story = {
  render: () => (
    <StoryHost>
      <Sample count={120} />
    </StoryHost>
  ),
};

function Refused(): ReactElement {
  const [rows, setRows] = useState(() => rowsOf(60));
  return (
    <>
      <ErrorSummary
        messages={[{ name: 'lines.r50.m02', label: 'Renglón 51, Feb', message: 'El mes está cerrado.' }]}
      />
      <Grid
        columns={columns}
        label="Presupuesto rechazado"
        named={[{ name: 'lines.r50.m02', row: 'r50', column: 'm02' }]}
        noteOf={(row, column) =>
          row === 'r50' && column === 'm02' ? { tone: 'danger', text: 'El mes está cerrado.' } : undefined
        }
        onChange={() => setRows((now) => now)}
        rows={rows}
      />
    </>
  );
}

export const WithErrors: Story = {
  render: () => (
    <StoryHost>
      <Refused />
    </StoryHost>
  ),
};

const lockedRows = rowsOf(3).map((row, at) => (at === 0 ? { ...row, locked: ['m01', 'm02'] } : row));

function Locked(): ReactElement {
  const [rows, setRows] = useState<readonly GridRow[]>(lockedRows);
  return (
    <Grid
      columns={columns}
      hasTotals
      label="Meses cerrados"
      onChange={(changes) =>
        setRows((now) =>
          now.map((row) => ({
            ...row,
            values: {
              ...row.values,
              ...Object.fromEntries(
                changes.filter((one) => one.row === row.id).map((one) => [one.column, one.after]),
              ),
            },
          })),
        )
      }
      rows={rows}
    />
  );
}

export const ClosedMonths: Story = {
  render: () => (
    <StoryHost>
      <Locked />
    </StoryHost>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <StoryHost>
      <Grid columns={columns} hasTotals label="Presupuesto aprobado" rows={rowsOf(4)} />
    </StoryHost>
  ),
};
