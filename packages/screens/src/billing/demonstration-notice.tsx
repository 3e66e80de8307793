import { useApiQuery } from '@pauta/core/react';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import type { ReactElement } from 'react';

/** Says in a demonstration that nothing that is billed has fiscal value. */
export function DemonstrationNotice(): ReactElement | null {
  const { data } = useApiQuery<{ readonly data: { readonly is_demonstration: boolean } }>('/demonstration');
  return data?.data.is_demonstration ? (
    <Banner tone="warning">
      <strong>SIN VALOR FISCAL.</strong> Esta instalación es una demostración: lo que se emite en ella no se
      envía a la autoridad fiscal.
    </Banner>
  ) : null;
}
