import type { LinkProps } from '@pauta/layout';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';

/** The router's link as the shell uses it. */
export const RouterLink = ({ href, ...rest }: LinkProps): ReactElement => <Link to={href} {...rest} />;
