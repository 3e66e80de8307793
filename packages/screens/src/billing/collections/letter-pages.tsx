import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { collectionLetters } from '@pauta/domain/billing/collections/collection-letter.ts';
import { collectionStages } from '@pauta/domain/billing/collections/collection-stage.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

const cases = (
  <LinkButton to={paths.filtered(collectionCases, { status: 'open' })}>Gestión de cobro</LinkButton>
);

/** Facturación y Cobros › Etapas de cobro: from how many days overdue, and with which letter. */
export const CollectionStages = resourceScreens(collectionStages, {
  list: {
    actions: cases,
    description:
      'Desde cuántos días vencidos empieza cada etapa y qué carta se envía en ella. La etapa de cada gestión sigue a sus días.',
  },
});

/** Facturación y Cobros › Cartas de cobro: what was sent, to whom and when. */
export const CollectionLetters = resourceScreens(collectionLetters, {
  list: {
    actions: cases,
    description: 'Las cartas que se enviaron, con el texto que llevaban.',
    empty: 'Con «Enviar carta de cobro» en una o varias gestiones, las cartas aparecerán aquí.',
  },
  detail: {
    actions: ({ id, subject }) => (
      <DownloadButton name={`${String(subject)}.pdf`} path={`/collection-letters/${id}/letter.pdf`}>
        PDF
      </DownloadButton>
    ),
    description: ({ case_id }) => (case_id as Reference | null)?.label,
  },
});
