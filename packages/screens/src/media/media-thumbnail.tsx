import { useApi } from '@pauta/core/react';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { token as t } from '@pauta/layout/theme';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';

const Frame = styled.span`
  display: grid;
  place-items: center;
  inline-size: 64px;
  block-size: 32px;
  overflow: hidden;
  border-radius: ${t('radius-sm')};
  background: ${t('color-surface-sunken')};
  & > img { max-inline-size: 100%; max-block-size: 100%; }
`;

/** A small version of a picture in a list. Files need the session's token, so an address alone cannot show it. */
export function MediaThumbnail({ value }: CellProps): ReactNode {
  const api = useApi();
  const file = value as StoredFile | null | undefined;
  const id = file?.id;
  const [url, setUrl] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (id === undefined) return undefined;
    const controller = new AbortController();
    let made: string | undefined;
    api
      .raw('GET', `/files/${id}/thumbnail`, { signal: controller.signal })
      .then((response) => response.blob())
      .then((blob) => {
        if (controller.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      })
      .catch(() => {
        if (!controller.signal.aborted) setBroken(true);
      });
    return () => {
      controller.abort();
      setUrl(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [api, id]);
  if (!file) return null;
  // The name of the record is in the next column, so the picture needs no text of its own.
  return isBroken ? file.name : <Frame>{url !== undefined && <img alt="" src={url} />}</Frame>;
}
