import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import type { ReactElement } from 'react';

/** Shown for an address that belongs to no screen. */
export function NotFoundPage(): ReactElement {
  return (
    <Page>
      <PageHeader title="Página no encontrada" />
      <EmptyState actions={<LinkButton to="/">Ir al inicio</LinkButton>} title="Esta dirección no existe">
        No corresponde a ninguna pantalla. Revise el enlace o búsquela en el menú.
      </EmptyState>
    </Page>
  );
}
