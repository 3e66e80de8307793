import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { token as t } from '@pauta/layout/theme';
import { usePicture } from '@pauta/ui/data/use-picture.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Picture = styled.img`
  display: block;
  max-inline-size: min(100%, 28rem);
  max-block-size: 14rem;
  border-radius: ${t('radius-md')};
`;

/** The picture of a package on its page. Whoever may not see the file sees the page without it. */
export function PackagePicture({
  file,
  name,
}: {
  readonly file: StoredFile;
  /** Of the package. */
  readonly name: string;
}): ReactElement | null {
  const { url } = usePicture(`/files/${file.id}`);
  return url === undefined ? null : <Picture alt={`Portada de ${name}`} src={url} />;
}
