import { useApi } from '@pauta/core/react';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { type AnyRecord, exportPermission } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { receiveFile, saveFile } from '@pauta/ui/export/save-file.ts';
import { Contact } from 'lucide-react';
import { type ReactElement, useState } from 'react';

/** Downloads one contact as a vCard, for the address book of a phone. */
export function VcardButton({ contact }: { contact: AnyRecord }): ReactElement {
  const api = useApi();
  const may = useMay(contacts).permission(exportPermission(contacts) ?? '');
  const [loading, setLoading] = useState(false);
  const take = async (): Promise<void> => {
    setLoading(true);
    try {
      const response = await api.raw('POST', `/${contacts.path}/export`, {
        body: {
          ids: [contact.id],
          format: 'vcf',
          ...(contact.archived_at ? { query: 'archived=true' } : {}),
        },
      });
      saveFile(await receiveFile(response, `${String(contact.full_name)}.vcf`, () => {}));
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      disabledReason={may.allowed ? undefined : may.reason}
      icon={<Contact aria-hidden size={15} />}
      loading={loading}
      onClick={() => void take()}
    >
      Descargar vCard
    </Button>
  );
}
