import { Navigate } from "@tanstack/react-router";

/** The administration begins with its users. */
export const AdminPage = () => <Navigate to="/admin/users" replace />;
