import { openings } from '@pauta/domain/billing/opening/opening.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { OpeningFiles } from './opening-files.tsx';

/** Facturación › Facturación y Cobros › Apertura: what a company had open in the system that it used before. */
export const Openings = resourceScreens(openings, {
  list: {
    actions: <LinkButton to="/facturacion/facturacion-cobros">Facturación y Cobros</LinkButton>,
    empty:
      'Prepare una apertura con las facturas abiertas, los anticipos, las retenciones, las comisiones y los próximos números del sistema anterior.',
    description:
      'Lo que cada compañía tenía abierto en el sistema anterior: se revisa sin registrar nada, se cuadra con la cartera y se registra de una vez.',
  },
  detail: {
    description: ({ company_id }) => (company_id as Reference | null)?.label,
    tabs: [
      {
        id: 'archivos',
        label: 'Archivos y cuadre',
        content: ({ id, status }) => <OpeningFiles id={id} isDraft={status === 'draft'} />,
      },
    ],
    order: ['archivos'],
  },
});
