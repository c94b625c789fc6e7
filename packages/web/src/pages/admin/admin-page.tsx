import { Navigate } from "@tanstack/react-router";

/** The administration starts with the users page. */
export const AdminPage = () => <Navigate to="/admin/users" replace />;
