import { opportunityMoves } from '@pauta/domain/sales/opportunities/opportunity-move.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { PipelineBoard } from './pipeline-board.tsx';

const Moves = resourceScreens(opportunityMoves, {
  list: {
    title: 'Cambios de etapa',
    description: 'Qué cambió en el pipeline: elija el periodo en el filtro «Cuándo».',
    actions: <LinkButton to="/ventas/pipeline">Pipeline</LinkButton>,
    recordHref: ({ opportunity_id }) =>
      `/ventas/oportunidades/${(opportunity_id as { readonly id: string }).id}`,
  },
});

/** Ventas › Pipeline: the board of open opportunities by stage, and the log of their moves. */
export function Pipeline(): ReactElement {
  return (
    <Routes>
      <Route element={<Moves />} path="cambios/*" />
      <Route element={<PipelineBoard />} path="*" />
    </Routes>
  );
}
