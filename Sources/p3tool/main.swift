print("p3tool")
