import { useUser } from '@pauta/core/react';
import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import type { Input } from '@pauta/ui/field-components/inputs.tsx';
import { FormScreen } from '@pauta/ui/screens/form-screen.tsx';
import type { ReactElement } from 'react';

/** The form of a new target list, with its author as initial owner. */
export function NewTargetList({ inputs }: { inputs: Readonly<Record<string, Input>> }): ReactElement {
  const user = useUser();
  const owner = user && { id: String(user.id), label: user.full_name, code: null };
  return <FormScreen initial={{ owner_id: owner }} inputs={inputs} resource={targetLists} />;
}
