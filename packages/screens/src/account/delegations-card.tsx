import { useApiQuery, useUser } from '@pauta/core/react';
import { Card } from '@pauta/ui/controls/card.tsx';
import type { ReactElement } from 'react';
import { Delegations } from './delegations/delegations.tsx';

/** The reader's substitutes, and the users for whom the reader is a substitute. */
export function DelegationsCard(): ReactElement | null {
  const user = useUser();
  const active = useApiQuery<{ profile: { status: string } }>('/profile').data?.profile.status === 'active';
  if (!user || !active) return null;
  return (
    <Card title="Delegaciones">
      <Delegations path="/delegations" userId={String(user.id)} />
    </Card>
  );
}
