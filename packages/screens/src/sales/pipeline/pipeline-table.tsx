import type { Filter } from '@pauta/domain/resource/query/query.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import type { ReactElement } from 'react';
import { opportunityCells } from '../opportunities/opportunity-cells.tsx';
import { PipelineHead } from './pipeline-head.tsx';

const open: readonly Filter[] = [{ field: 'result', operator: 'in', values: ['open'] }];
const columns = opportunities.columns.filter((name) => name !== 'result');

/** The open opportunities as a table, with the filters of the board. */
export function PipelineTable(): ReactElement {
  return (
    <ResourceList
      cells={opportunityCells}
      columns={columns}
      constant={open}
      empty="Ninguna oportunidad abierta cumple los filtros."
      header={<PipelineHead current="tabla" />}
      resource={opportunities}
    />
  );
}
