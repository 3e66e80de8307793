import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, useState } from 'react';
import { CommandDialog } from '../command/command-dialog.tsx';
import { PublicLinkDialog, ShownOnce } from './public-link-dialog.tsx';

/** What the server answers once a link to a room is made. */
export interface SharedLink {
  readonly path: string;
  readonly recipient: string;
  /** Civil day. */
  readonly expires_on: string;
  /** Null: no mail was asked for. */
  readonly mailed_to: string | null;
}

/** Runs a command that makes a link to a room, then shows the link, which is done once. */
export function ShareLink({
  resource,
  record,
  command: name,
  title,
  initial,
  fixed,
  shown,
  onClose,
}: {
  readonly resource: Resource;
  readonly record: AnyRecord;
  /** Name of the command. */
  readonly command: string;
  readonly title: string;
  readonly initial: Values;
  readonly fixed?: Values;
  readonly shown: {
    readonly title: (link: SharedLink) => string;
    /** How to get another link. */
    readonly again: string;
    /** What the mail has besides the link: ", con el PDF". */
    readonly mailedWith?: string;
    /** Address of a WhatsApp conversation with the link. */
    readonly chat: (link: SharedLink, url: string) => string;
  };
  readonly onClose: () => void;
}): ReactElement | null {
  const [link, setLink] = useState<SharedLink>();
  const command = resource.commands[name];
  if (!command) return null;
  if (link)
    return (
      <PublicLinkDialog
        chat={(url) => shown.chat(link, url)}
        onClose={onClose}
        path={link.path}
        title={shown.title(link)}
      >
        <ShownOnce>{shown.again}</ShownOnce>
        {link.mailed_to !== null && (
          <p>
            También sale por correo a {link.mailed_to}
            {shown.mailedWith}.
          </p>
        )}
      </PublicLinkDialog>
    );
  return (
    <CommandDialog
      command={command}
      fields={command.fields}
      initial={initial}
      name={name}
      onClose={onClose}
      onDone={(answer) => setLink(answer as unknown as SharedLink)}
      record={record}
      resource={resource}
      title={title}
      {...(fixed && { fixed })}
    />
  );
}
