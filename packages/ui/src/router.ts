/** The only file of this package that names the router, so that a later move is one file. */
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  type LinkProps,
  Outlet,
  Route,
  RouterProvider,
  Routes,
  type To,
  useBlocker,
  useHref,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
