// Placeholder of the module ColorManagement
