import { signatories } from '@pauta/domain/crm/signatories/signatory.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { FileSignature } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { IrregularTaxIds } from './irregular-tax-ids.tsx';

const SigningCheck = lazy(async () => ({ default: (await import('./signing-check.tsx')).SigningCheck }));

const columns = [
  'full_name',
  'job_position_id',
  'capacity',
  'valid',
  'max_amount',
  'sign_mode',
  'joint_group',
  'is_default',
];
// The tab belongs to an owner, so its fields are left out.
const sections = signatories.sections.filter(({ fields }) => !fields.includes('client_id'));

type Owner = 'client_id' | 'agency_id';

function Signatories({ by, of, title }: { by: Owner; of: AnyRecord; title: string }): ReactElement {
  const [checking, setChecking] = useState(false);
  return (
    <>
      <IrregularTaxIds />
      <RelatedList
        actions={
          <Button icon={<FileSignature aria-hidden size={16} />} onClick={() => setChecking(true)}>
            ¿Quién puede firmar?
          </Button>
        }
        by={by}
        columns={columns}
        empty="Agregue a quienes pueden firmar contratos, con la vigencia y el límite de sus poderes."
        initial={{ country_id: of.country_id, currency_code: of.currency_code }}
        of={of}
        resource={signatories}
        sections={sections}
        title={title}
      />
      {checking && (
        <Suspense>
          <SigningCheck by={by} of={of} onClose={() => setChecking(false)} title={String(of[title] ?? '')} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The signatories of a client or an agency, and a check of who may sign a given amount on a given day.
 *
 * @param by field of the signatory that refers to the record
 * @param title field with the record's name
 */
export const signatoriesTab = (by: Owner, title: string): DetailTab => ({
  id: 'firmantes',
  label: 'Firmantes',
  content: (record) => <Signatories by={by} of={record} title={title} />,
});
