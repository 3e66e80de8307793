import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { type ReactElement, useState } from 'react';
import { TariffLinkDialog } from './tariff-link-dialog.tsx';

const { share_tariff: command } = priceLists.commands;

/** Publishes the tariff of a price list, then shows its link, which is not shown again. */
export function ShareTariff({
  record: list,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement | null {
  const [path, setPath] = useState<string>();
  if (!command) return null;
  if (path !== undefined) {
    return <TariffLinkDialog name={String(list.name)} onClose={onClose} path={path} />;
  }
  return (
    <CommandDialog
      command={command}
      // Only a political list may keep an address.
      fields={list.kind === 'political' ? command.fields : {}}
      initial={{}}
      name="share_tariff"
      onClose={onClose}
      onDone={(answer) => setPath(String(answer.path))}
      record={list}
      resource={priceLists}
      title={String(list.name)}
    />
  );
}
